import { createRequire } from 'node:module';
import path from 'node:path';
import { createWorker, PSM, type Worker } from 'tesseract.js';
import type { RgbImage } from '../ink/rgb-image.ts';
import type { LineWord } from './line-word.ts';

/** ISO 639-1 code to the name of the language data. */
const LANGUAGE_DATA: Record<string, string> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  it: 'ita',
  nl: 'nld',
  pt: 'por',
  pl: 'pol',
};

/** White pixels around the crop; without them the outermost letters are cut. */
const BORDER = 8;

type Reader = { worker: Worker; running: number };

const readers = new Map<string, Promise<Reader>>();

/**
 * Reads a straightened line of text with Tesseract, whose language data knows the accents, ligatures and currency signs that
 * the first reader lacks. It runs in a thread of its own; languages are loaded at their first use (0.2 s, some 100 MB) and kept.
 */
export async function readLineAgain(crop: RgbImage, language: string): Promise<LineWord[]> {
  let starting = readers.get(language);
  if (starting === undefined) {
    starting = startReader(LANGUAGE_DATA[language]!);
    readers.set(language, starting);
  }
  const reader = await starting;
  holdProcess(reader, 1);
  const { data } = await reader.worker.recognize(toGreyMap(crop), {}, { text: false, blocks: true }).finally(() => holdProcess(reader, -1));
  const words = (data.blocks ?? []).flatMap((block) =>
    block.paragraphs.flatMap((paragraph) => paragraph.lines.flatMap((line) => line.words)),
  );
  return words.map(({ text, confidence, bbox }) => ({
    text,
    confidence: confidence / 100,
    left: bbox.x0 - BORDER,
    right: bbox.x1 - BORDER,
  }));
}

/** Loads a language ahead of its first line; none for languages it has no data for. */
export async function warmSecondReader(language: string): Promise<void> {
  if (!(language in LANGUAGE_DATA)) return;
  const size = 48;
  await readLineAgain({ pixels: new Uint8Array(size * size * 3).fill(255), width: size, height: size }, language);
}

async function startReader(data: string): Promise<Reader> {
  const folder = path.dirname(createRequire(import.meta.url).resolve(`@tesseract.js-data/${data}/package.json`));
  const worker = await createWorker(data, 1, {
    langPath: path.join(folder, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    // Without a handler of its own the library throws outside of any promise.
    errorHandler: () => undefined,
  });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE, user_defined_dpi: '200' });
  const reader = { worker, running: 0 };
  holdProcess(reader, 0);
  return reader;
}

/** Lets the thread keep the process alive only as long as it has something to read. */
function holdProcess(reader: Reader, change: number): void {
  reader.running += change;
  const { worker: thread } = reader.worker as unknown as { worker: { ref(): void; unref(): void } };
  if (reader.running > 0) thread.ref();
  else thread.unref();
}

/** The crop in grey with a white border, as a PGM file: the one form that costs nothing to write and to read. */
function toGreyMap({ pixels, width, height }: RgbImage): Buffer {
  const [fullWidth, fullHeight] = [width + 2 * BORDER, height + 2 * BORDER];
  const header = Buffer.from(`P5\n${fullWidth} ${fullHeight}\n255\n`);
  const file = Buffer.alloc(header.length + fullWidth * fullHeight, 255);
  header.copy(file);
  for (let y = 0; y < height; y++) {
    const to = header.length + (y + BORDER) * fullWidth + BORDER;
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3;
      file[to + x] = (pixels[from]! * 77 + pixels[from + 1]! * 150 + pixels[from + 2]! * 29) >> 8;
    }
  }
  return file;
}
