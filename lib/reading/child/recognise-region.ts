import type { Box } from '#lib/contract/service/box.ts';
import type { Word } from '#lib/contract/service/reading.ts';
import type { FormatAdapter, Raster, ReadContext, SourceFile } from '../model/adapter.ts';
import { ReadError } from '../model/read-error.ts';
import type { Recognise } from '../ocr/recognise.ts';

/** Pixels an inch at which small letters are read best. */
const DPI = 250;
const WIDEST = 3000;
const NARROWEST = 48;
/** White around the part, in pixels: letters that touch the rim are not found. */
const RIM = 32;

/**
 * Words of a part of one page, read from its picture; boxes are on the whole page (box scale). Nothing there = none.
 * @param options.pageWidth points of the page as displayed
 * @throws ReadError when the page has no picture
 */
export async function recogniseRegion(
  adapter: FormatAdapter,
  file: SourceFile,
  recognise: Recognise,
  options: { page: number; pageWidth: number; region: Box; context: ReadContext },
): Promise<Word[]> {
  const { page, pageWidth, region, context } = options;
  if (!adapter.draw) throw new ReadError('unsupported_media_type', 'The pages of this file are shown as text and have no pictures.');
  const wanted = Math.round((((region[2] - region[0]) * pageWidth) / 72) * DPI);
  const drawn = await adapter.draw(file, page, Math.min(WIDEST, Math.max(NARROWEST, wanted)), context, region);
  const framed = addRim(drawn);
  const { words } = await recognise(framed, { languages: context.languages, signal: context.signal });
  const x = (fraction: number) => region[0] + ((fraction * framed.width - RIM) / drawn.width) * (region[2] - region[0]);
  const y = (fraction: number) => region[1] + ((fraction * framed.height - RIM) / drawn.height) * (region[3] - region[1]);
  const cut = (value: number) => Math.min(1, Math.max(0, Math.round(value * 1e5) / 1e5));
  return words.map(({ box: [left, top, right, bottom], ...word }) => ({
    ...word,
    box: [cut(x(left)), cut(y(top)), cut(x(right)), cut(y(bottom))],
  }));
}

function addRim({ pixels, width, height }: Raster): Raster {
  const framed = { width: width + 2 * RIM, height: height + 2 * RIM };
  const target = new Uint8Array(framed.width * framed.height * 4).fill(255);
  for (let row = 0; row < height; row++) {
    const from = row * width * 4;
    target.set(pixels.subarray(from, from + width * 4), ((row + RIM) * framed.width + RIM) * 4);
  }
  return { pixels: target, ...framed };
}
