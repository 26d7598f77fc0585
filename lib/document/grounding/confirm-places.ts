import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { containsCentre } from '../geometry/box.ts';

/** Pieces of one value; one of more gets no place rather than a part of it. */
const MOST_PIECES = 20;

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

/**
 * The places that another reading of the same file gives a value, with the words of these pages; empty where its text does not stand there in
 * these pages. What a file states without showing it has no place on a page and stays.
 */
export function confirmPlaces(evidence: readonly Evidence[], pages: readonly Page[]): Evidence[] {
  if (evidence.length > MOST_PIECES) return [];
  const confirmed = evidence.flatMap((piece) => confirmPiece(piece, pages) ?? []);
  return confirmed.length === evidence.length ? confirmed : [];
}

function confirmPiece({ words: _theirs, ...piece }: Evidence, pages: readonly Page[]): Evidence | null {
  const { box } = piece;
  const page = pages.find(({ number }) => number === piece.page);
  if (!page) return null;
  if (box === null) return piece;
  const words = page.words.flatMap((word, index) => (containsCentre(box, word.box) ? [index] : []));
  const stands = withoutSpace(words.map((index) => page.words[index]?.text ?? '').join(''));
  const sought = withoutSpace(piece.text);
  if (sought === '' || !stands.includes(sought)) return null;
  // a part of a word has none
  return stands === sought ? { ...piece, words } : piece;
}
