import type { Box } from '#lib/contract/service/box.ts';
import type { Word } from '#lib/contract/service/reading.ts';
import { findTables, isRuledApart } from './find-tables.ts';
import { joinRulings } from './rulings.ts';
import type { PlacedWord, TableGrid } from './table-grid.ts';

/** Dots that lead the eye from a text to its number. */
const LEADER = /^[.·…]{3,}$/;
/** A line typed with characters. */
const TYPED_LINE = /^[-–—_=]{5,}$/;

/** Tables of a page in points of the upright page, and whether a drawn line stands between two boxes (points). */
export type PageTables = { grids: TableGrid[]; isParted: (left: Box, right: Box) => boolean };

/**
 * Finds the tables of a page. Cells name words by their index.
 * @param boxes the places of the words in points of the upright page
 * @param strokes drawn lines, thin boxes in points of the upright page
 */
export function findPageTables(words: readonly Word[], boxes: readonly Box[], strokes: readonly Box[]): PageTables {
  const placed: PlacedWord[] = [];
  const lines = [...strokes];
  for (const [index, { text, bold, hidden }] of words.entries()) {
    const box = boxes[index]!;
    if (hidden || LEADER.test(text)) continue;
    if (TYPED_LINE.test(text)) lines.push(middleOf(box));
    else placed.push({ index, text, box, bold: bold === true });
  }
  const rulings = joinRulings(lines);
  return { grids: findTables(placed, rulings), isParted: (left, right) => isRuledApart(left, right, rulings) };
}

function middleOf([left, top, right, bottom]: Box): Box {
  const y = (top + bottom) / 2;
  return [left, y, right, y];
}
