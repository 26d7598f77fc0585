import type { SyntheticDocument } from '../synthetic/make-business-document.ts';
import { makeSyntheticDocument } from '../synthetic/make-synthetic-document.ts';

/** Synthetic documents that are made again whenever they are asked for: together they would fill the memory. */
export type MadeDocuments = { count: number; make(at: number): SyntheticDocument };

/** So many documents from the project's own words, and after them so many made in another way. */
export function madeDocuments(
  own: number,
  mined = 0,
  makeMined: (seed: number) => SyntheticDocument = makeSyntheticDocument,
): MadeDocuments {
  return { count: own + mined, make: (at) => (at < own ? makeSyntheticDocument(at) : makeMined(at - own)) };
}
