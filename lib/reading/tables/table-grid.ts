import type { Box } from '#lib/contract/service/box.ts';

/** A word as the table finder sees it: its place in points of the upright page. */
export type PlacedWord = { index: number; text: string; box: Box; bold: boolean };

/** A cell of a grid that was found: word numbers in reading order, the area it covers in points. */
export type GridCell = { row: number; column: number; rowSpan: number; columnSpan: number; box: Box; words: number[]; header: boolean };

/** A table in points of the upright page. */
export type TableGrid = { box: Box; rowCount: number; columnCount: number; cells: GridCell[]; ruled: boolean };

/** Puts the words of one cell into reading order: visual lines top to bottom, each left to right. */
export function readCell(words: readonly PlacedWord[]): number[] {
  const lines: PlacedWord[][] = [];
  for (const word of [...words].sort((a, b) => a.box[1] + a.box[3] - b.box[1] - b.box[3])) {
    const line = lines.at(-1);
    const last = line?.[0];
    const middle = (word.box[1] + word.box[3]) / 2;
    if (line && last && middle < last.box[1] + 0.8 * (last.box[3] - last.box[1])) line.push(word);
    else lines.push([word]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.box[0] - b.box[0]).map(({ index }) => index));
}
