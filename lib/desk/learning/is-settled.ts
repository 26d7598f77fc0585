import { now } from '#lib/platform/clock.ts';
import type { TaughtRow } from './taught-rows.ts';

/** After so long a deployment that did not know the document, the schema or examples at all is asked again: it may be newer by then. */
const ASKED_AGAIN_MS = 24 * 60 * 60_000;
const UNKNOWN: readonly string[] = ['not_found', 'method_not_allowed'];

/** Whether a deployment was told what was approved at that revision, and there is no reason to tell it again. */
export function isSettled({ at, revision, refused }: Pick<TaughtRow, 'at' | 'revision' | 'refused'>, approved: number): boolean {
  if (at === null || revision !== approved) return false;
  const mayTakeItNow = refused !== null && UNKNOWN.includes(refused) && now().getTime() - at.getTime() > ASKED_AGAIN_MS;
  return !mayTakeItNow;
}
