import type { Desk } from './desk.ts';

/** Ids of those who may review at this moment; null = not known, everybody counts. */
export type Present = ReadonlySet<string> | null;

/** Asks who may review at this moment. People who left, were switched off or may only look are not among them. */
export async function findPresent(desk: Pick<Desk, 'listReviewerIds'>): Promise<Present> {
  return desk.listReviewerIds && new Set(await desk.listReviewerIds());
}

/** True for a person who may be given documents. */
export function isThere(present: Present, personId: string): boolean {
  return present === null || present.has(personId);
}
