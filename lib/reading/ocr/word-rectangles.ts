import type { Character } from './decode-characters.ts';
import { longestEmptyRun } from './ink-columns.ts';
import type { LineRectangle } from './line-rectangle.ts';
import { CROP_HEIGHT, part, type RecognisedLine } from './recognise-line.ts';
import { splitWords } from './split-words.ts';

/** A word in the image: `confidence` is the probability of its least sure character. */
export type RecognisedWord = { text: string; confidence: number; rectangle: LineRectangle };

/** A gap this wide (in columns of the crop) ends the first and last word of a line. */
const END_GAP = 5;
/** The detector's rectangles stand off the letters by about this share of their height, above and below. */
const MARGIN = 0.1;

/** Cuts a recognised line into words and finds the ink that belongs to each. */
export function wordRectangles(line: RecognisedLine, latinOnly: boolean): RecognisedWord[] {
  const characters = latinOnly ? line.characters.latin : line.characters.all;
  const { columns, step, rectangle } = line;
  const centre = (index: number) => Math.min(columns.length - 1, ((characters[index]!.first + characters[index]!.last + 1) / 2) * step);
  const ranges = splitWords(characters, columns, step, CROP_HEIGHT);
  const shaved = { ...rectangle, height: rectangle.height * (1 - 2 * MARGIN) };
  return ranges.map(([start, end]) => {
    const left = start === 0 ? walk(columns, centre(0), -1) : gapBetween(columns, centre(start - 1), centre(start)).end;
    const right = end === characters.length ? walk(columns, centre(end - 1), 1) : gapBetween(columns, centre(end - 1), centre(end)).start;
    const word = characters.slice(start, end);
    return {
      text: textOf(word),
      confidence: Math.min(...word.map((character) => character.probability)),
      rectangle: part(shaved, left / columns.length, Math.max(left + 2, right) / columns.length),
    };
  });
}

function textOf(characters: Character[]): string {
  return characters.map((character) => character.text).join('');
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
