import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';

/** What the review tells the window that shows its pages. */
export type ToPages =
  | { type: 'detail'; detail: DeskDocumentDetail }
  | { type: 'look'; documentId: string; focused: string | null; hovered: string | null; previewed: Evidence | null; canEdit: boolean }
  /** The review was left; another may follow. */
  | { type: 'left'; documentId: string }
  | { type: 'are_you_there' }
  | { type: 'close' };

/** What the pages' window tells the review. */
export type FromPages =
  | { type: 'here' }
  | { type: 'gone' }
  | { type: 'focus'; documentId: string; pointer: string }
  | { type: 'hover'; documentId: string; pointer: string | null }
  | { type: 'pick'; documentId: string; evidence: Evidence }
  | { type: 'unpick'; documentId: string };

const KEY = 'countersign.pages.pair';

/** Names this tab, so that the pages' window of one tab does not follow another. The same after a reload. */
export function pairName(): string {
  const known = sessionStorage.getItem(KEY);
  if (known) return known;
  const name = crypto.getRandomValues(new Uint32Array(2)).join('-');
  sessionStorage.setItem(KEY, name);
  return name;
}

/** The line between a tab and its pages' window; both get what the other sends. */
export function openPagesChannel(pair: string): BroadcastChannel {
  return new BroadcastChannel(`countersign.pages.${pair}`);
}
