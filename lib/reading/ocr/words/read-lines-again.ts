import type { RgbImage } from '../ink/rgb-image.ts';
import type { RecognisedLine } from '../lines/recognise-line.ts';
import { cutWords } from './cut-words.ts';
import { guessLanguage } from './guess-language.ts';
import type { LineWord } from './line-word.ts';
import { mergeReadings } from './merge-readings.ts';
import { readLineAgain } from './second-reader.ts';

/** English has next to no signs that the first reader lacks, so only what it is unsure of is read again. */
const SURE = 0.9;
/** So many lines tell the language. */
const LINES_FOR_LANGUAGE = 10;

/** Words beside the unsure ones that are read with them: the second reader needs some of the line to judge height and spaces. */
const NEIGHBOURS = 1;
/** The unsure words of a line that is wide but for them are read by themselves, up to this share of it: that costs as much less. */
const MOST_APART = 0.4;

/** Collects lines as they are recognised and reads them a second time beside it. */
export type SecondReading = {
  add(line: RecognisedLine): void;
  /** The words of every line added, as both readers together have them. */
  finish(): Promise<Map<RecognisedLine, LineWord[]>>;
};

/**
 * Starts the second reading of a page. The first lines tell which language it is read in (give long ones first); until then
 * they wait. When all lines tell another one, they are read once more. In English only unsure words are read
 * again, with their neighbours; in other languages all lines, for their accents.
 * @param expected ISO 639-1 codes
 */
export function startSecondReading(expected: string[]): SecondReading {
  const lines: RecognisedLine[] = [];
  const first = new Map<RecognisedLine, LineWord[]>();
  const words = new Map<RecognisedLine, LineWord[]>();
  const running: Promise<void>[] = [];
  let language: string | undefined;
  let waiting: RecognisedLine[] = [];

  const read = async (line: RecognisedLine): Promise<void> => {
    const ours = first.get(line)!;
    if (language !== 'en') return void words.set(line, mergeReadings(ours, await readLineAgain(line.crop, language!)));
    const { start, end } = unsureStretch(ours);
    if (start === end) return void words.set(line, ours);
    const from = start === 0 ? 0 : middle(ours[start - 1]!, ours[start]!);
    const to = end === ours.length ? line.crop.width : middle(ours[end - 1]!, ours[end]!);
    if (to - from > MOST_APART * line.crop.width)
      return void words.set(line, mergeReadings(ours, await readLineAgain(line.crop, language)));
    const again = await readLineAgain(cutColumns(line.crop, from, to), language);
    const moved = again.map((word) => ({ ...word, left: word.left + from, right: word.right + from }));
    words.set(line, [...ours.slice(0, start), ...mergeReadings(ours.slice(start, end), moved), ...ours.slice(end)]);
  };
  const startWaiting = () => {
    for (const line of waiting) running.push(read(line));
    waiting = [];
  };
  const guess = () =>
    guessLanguage(
      lines.flatMap((line) => first.get(line)!.map((word) => word.text)),
      expected,
    );
  return {
    add(line) {
      lines.push(line);
      first.set(line, cutWords(line, true));
      waiting.push(line);
      if (language === undefined && lines.length >= LINES_FOR_LANGUAGE) language = guess();
      if (language !== undefined) startWaiting();
    },
    async finish() {
      await Promise.all(running);
      const settled = guess();
      if (settled !== language) waiting = lines;
      language = settled;
      startWaiting();
      await Promise.all(running);
      return words;
    },
  };
}

/** The range `[start, end)` from the first unsure word to the last, with their neighbours; empty when all are sure. */
export function unsureStretch(words: readonly LineWord[]): { start: number; end: number } {
  const first = words.findIndex(({ confidence }) => confidence < SURE);
  if (first < 0) return { start: 0, end: 0 };
  const last = words.findLastIndex(({ confidence }) => confidence < SURE);
  return { start: Math.max(0, first - NEIGHBOURS), end: Math.min(words.length, last + 1 + NEIGHBOURS) };
}

/** The column halfway between two words of a line. */
const middle = (before: LineWord, after: LineWord) => Math.max(0, Math.round((before.right + after.left) / 2));

/** The columns `from` to `to` (exclusive) of a line's crop. */
function cutColumns({ pixels, width, height }: RgbImage, from: number, to: number): RgbImage {
  const right = Math.min(width, Math.max(to, from + 1));
  if (from === 0 && right === width) return { pixels, width, height };
  const cut = new Uint8Array((right - from) * height * 3);
  for (let row = 0; row < height; row++)
    cut.set(pixels.subarray((row * width + from) * 3, (row * width + right) * 3), row * (right - from) * 3);
  return { pixels: cut, width: right - from, height };
}
