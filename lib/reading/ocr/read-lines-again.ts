import { cutWords } from './cut-words.ts';
import { guessLanguage } from './guess-language.ts';
import type { LineWord } from './line-word.ts';
import { mergeReadings } from './merge-readings.ts';
import type { RecognisedLine } from './recognise-line.ts';
import { readLineAgain } from './second-reader.ts';

/** English has next to no signs that the first reader lacks, so only what it is unsure of is read again. */
const SURE = 0.9;
/** So many lines tell the language. */
const LINES_FOR_LANGUAGE = 10;

/** Collects lines as they are recognised and reads them a second time beside it. */
export type SecondReading = {
  add(line: RecognisedLine): void;
  /** The words of every line added, as both readers together have them. */
  finish(): Promise<Map<RecognisedLine, LineWord[]>>;
};

/**
 * Starts the second reading of a page. The first lines tell which language it is read in (give long ones first); until then
 * they wait. When all lines tell another one, they are read once more. In English only lines with unsure words are read
 * again, in other languages all, for their accents.
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
    const isSure = language === 'en' && ours.every((word) => word.confidence >= SURE);
    words.set(line, isSure ? ours : mergeReadings(ours, await readLineAgain(line.crop, language!)));
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
