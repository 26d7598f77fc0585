import type { Recognise } from './ocr/recognise.ts';
import type { ReadingContext } from './reading-context.ts';
import { runChild } from './run-child.ts';

const BLANK = { width: 640, height: 640 };
const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 1024;

/** Has a child process load what recognition needs: about 250 MB in it, and a second or two. Throws `ReadError`. */
export async function warmChild({ pool, languages, ocrModelDir }: ReadingContext): Promise<void> {
  await runChild(pool, { kind: 'warm', languages, ocrModelDir }, { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES });
}

/** Lets both readers look at a blank picture, which loads their networks in this process. `languages`: ISO 639-1 codes. */
export async function warmRecogniser(recognise: Recognise, languages: string[]): Promise<void> {
  const pixels = new Uint8Array(BLANK.width * BLANK.height * 4).fill(255);
  await recognise({ pixels, ...BLANK }, { languages, signal: new AbortController().signal });
  const { warmSecondReader } = await import('./ocr/second-reader.ts');
  await warmSecondReader(languages[0] ?? 'en');
}
