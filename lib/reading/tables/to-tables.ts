import type { Box } from '#lib/contract/box.ts';
import type { Table, Word } from '#lib/contract/reading.ts';
import { clampBox } from '#lib/document/box.ts';
import { fromPoints, type PageShape, toPoints } from '../build-page-text.ts';
import { findTables } from './find-tables.ts';
import { joinRulings } from './rulings.ts';
import type { PlacedWord } from './table-grid.ts';

/** Dots that lead the eye from a text to its number. */
const LEADER = /^[.·…]{3,}$/;
/** A line typed with characters. */
const TYPED_LINE = /^[-–—_=]{5,}$/;

/**
 * The tables of a page.
 * @param words in the page's order; cells refer to them by index
 * @param strokes drawn lines, thin boxes in fractions of the displayed page
 */
export function toTables(words: readonly Word[], shape: PageShape, strokes: readonly Box[]): Table[] {
  const placed: PlacedWord[] = [];
  const lines = strokes.map((stroke) => toPoints(stroke, shape));
  for (const [index, { text, box, bold, hidden }] of words.entries()) {
    if (hidden || LEADER.test(text)) continue;
    if (TYPED_LINE.test(text)) lines.push(middleOf(toPoints(box, shape)));
    else placed.push({ index, text, box: toPoints(box, shape), bold: bold === true });
  }
  const grids = findTables(placed, joinRulings(lines));
  const back = (box: Box) => clampBox(fromPoints(box, shape));
  return grids.map(({ box, rowCount, columnCount, cells, ruled }) => ({
    box: back(box),
    row_count: rowCount,
    column_count: columnCount,
    ruled,
    cells: cells.map((cell) => ({
      row: cell.row,
      column: cell.column,
      row_span: cell.rowSpan,
      column_span: cell.columnSpan,
      box: back(cell.box),
      words: cell.words,
      text: cell.words.map((index) => words[index]?.text ?? '').join(' '),
      ...(cell.header && { header: true }),
    })),
  }));
}

function middleOf([left, top, right, bottom]: Box): Box {
  const y = (top + bottom) / 2;
  return [left, y, right, y];
}
