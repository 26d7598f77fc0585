import { createRecogniser } from '../ocr/recognise.ts';
import { drawTrialPage } from './trial-page.ts';

/** The languages of the trial lines. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
const TIMEOUT_MS = 120_000;

/** How many trial lines a folder of networks read exactly as drawn, and what it made of the others. */
export type Trial = { right: number; of: number; wrong: { expected: string; read: string }[] };

/**
 * Recognises a page of the trial lines with the networks of a folder. Spaces do not count: they depend on the
 * product, not on the networks. @throws Error when the networks cannot be loaded or do not end in time
 */
export async function tryPack(folder: string, trialLines: readonly string[]): Promise<Trial> {
  const recognise = createRecogniser({ modelDir: folder });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { words, lines } = await recognise(await drawTrialPage(trialLines, signal), { languages: LANGUAGES, signal });
  const read = lines.map((line) =>
    words
      .slice(...line.words)
      .map(({ text }) => text)
      .join(' '),
  );
  const bare = (text: string) => text.replace(/\s/g, '').normalize('NFC');
  const found = new Set(read.map(bare));
  const missed = trialLines.filter((line) => !found.has(bare(line)));
  const others = read.filter((line) => !trialLines.some((expected) => bare(expected) === bare(line)));
  return {
    right: trialLines.length - missed.length,
    of: trialLines.length,
    wrong: missed.map((expected, index) => ({ expected, read: others[index] ?? '' })),
  };
}
