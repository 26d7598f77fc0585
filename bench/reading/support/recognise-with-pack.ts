import sharp from 'sharp';
import { DEFAULT_LANGUAGES } from '#lib/reading/model/read-limits.ts';
import { createRecogniser } from '#lib/reading/ocr/recognise.ts';

/** Recognises pictures one after the other with the networks of a folder, or with the default ones (null). Times leave decoding out. */
export async function recogniseWithPack(
  folder: string | null,
  files: readonly string[],
): Promise<{ file: string; text: string; cpuSeconds: number; words: unknown }[]> {
  const recognise = createRecogniser(folder === null ? {} : { modelDir: folder });
  const results = [];
  for (const file of files) {
    const { data, info } = await sharp(file).autoOrient().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const before = process.cpuUsage();
    const raster = { pixels: data, width: info.width, height: info.height };
    const { words, lines } = await recognise(raster, { languages: [...DEFAULT_LANGUAGES], signal: new AbortController().signal });
    const { user, system } = process.cpuUsage(before);
    const texts = lines.map(({ words: [start, end] }) =>
      words
        .slice(start, end)
        .map(({ text }) => text)
        .join(' '),
    );
    const listed = words.map(({ text, confidence, box }) => [text, confidence, box]);
    results.push({ file, text: texts.join('\n'), cpuSeconds: (user + system) / 1e6, words: listed });
  }
  return results;
}
