import { longestEmptyRun } from '../ink/ink-columns.ts';
import { CROP_HEIGHT, type RecognisedLine } from '../lines/recognise-line.ts';
import type { LineWord } from './line-word.ts';
import { splitWords } from './split-words.ts';

/** A gap this wide (in columns of the crop) ends the first and last word of a line. */
const END_GAP = 5;

/** Cuts a recognised line into words, left to right, and finds the ink that belongs to each. */
export function cutWords(line: RecognisedLine, latinOnly: boolean): LineWord[] {
  const characters = latinOnly ? line.characters.latin : line.characters.all;
  const { columns, step } = line;
  const centre = (index: number) => Math.min(columns.length - 1, ((characters[index]!.first + characters[index]!.last + 1) / 2) * step);
  return splitWords(characters, columns, step, CROP_HEIGHT).map(([start, end]) => {
    const left = start === 0 ? walk(columns, centre(0), -1) : gapBetween(columns, centre(start - 1), centre(start)).end;
    const right = end === characters.length ? walk(columns, centre(end - 1), 1) : gapBetween(columns, centre(end - 1), centre(end)).start;
    const word = characters.slice(start, end);
    return {
      text: word.map((character) => character.text).join(''),
      confidence: Math.min(...word.map((character) => character.probability)),
      left,
      right: Math.max(left + 2, right),
    };
  });
}

function gapBetween(columns: Uint8Array, from: number, to: number): { start: number; end: number } {
  const run = longestEmptyRun(columns, from, to);
  if (run.length > 0) return { start: run.start, end: run.start + run.length };
  const middle = (from + to) / 2;
  return { start: middle, end: middle };
}

/** Walks from a character's centre outwards to the last ink before a wide gap or the edge. */
function walk(columns: Uint8Array, from: number, direction: 1 | -1): number {
  let edge = Math.round(from);
  let empty = 0;
  for (let x = edge; x >= 0 && x < columns.length && empty < END_GAP; x += direction) {
    if (columns[x] === 1) {
      edge = x;
      empty = 0;
    } else empty++;
  }
  return direction === 1 ? edge + 1 : edge;
}
