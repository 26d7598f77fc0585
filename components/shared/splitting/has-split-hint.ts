import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { isDecided } from '#lib/contract/desk/groups-of-states.ts';

/** True for a document that was made of another one's pages, or that may itself be several. */
export function hasSplitHint(document: DeskDocument): boolean {
  return Boolean(document.split_from) || isProposed(document);
}

/** True when a person should look whether the file is several documents, though it went on as one. */
export function isProposed({ state, splitting }: DeskDocument): boolean {
  return splitting?.state === 'proposed' && state !== 'stacked' && !isDecided(state);
}
