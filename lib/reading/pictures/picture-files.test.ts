import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ReadContext } from '../model/adapter.ts';
import { DEFAULT_LIMITS } from '../model/read-limits.ts';
import { usablePictures } from './picture-files.ts';

const context = { limits: DEFAULT_LIMITS, languages: [], signal: new AbortController().signal } as unknown as ReadContext;

function blank(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
}

/** Lines of strokes, as print looks from afar. */
async function print(): Promise<Buffer> {
  const lines = Array.from(
    { length: 36 },
    (_, line) => `<text x="40" y="${60 + line * 24}" font-size="20">||:|. |:||. ||.:| .||:| ||.|: |.:||</text>`,
  );
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="960"><rect width="640" height="960" fill="white"/>${lines.join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer();
}

test('pictures without the size of a page are passed over without being decoded, however many there are', async () => {
  const page = await print();
  // decoding would fail: only the beginning of the file is there
  const wide = (await blank(1800, 300)).subarray(0, 60);
  const given = [...Array.from({ length: 1500 }, () => wide), page];
  expect(await usablePictures(given, context, { scans: true })).toEqual({
    pictures: [{ bytes: page, mediaType: 'image/png' }],
    cut: false,
  });
});

test('of very many pictures the last are not looked at, and that is told', async () => {
  const empty = await blank(500, 600);
  const given = [...Array.from({ length: 1000 }, () => empty), await print()];
  expect(await usablePictures(given, context, { scans: true })).toEqual({ pictures: [], cut: true });
});

test('no more pictures are looked at than are wanted', async () => {
  const page = await print();
  const { pictures, cut } = await usablePictures([page, page, page], context, { scans: true, most: 2 });
  expect([pictures.length, cut]).toEqual([2, false]);
});
