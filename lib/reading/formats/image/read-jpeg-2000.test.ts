import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Raster } from '../../model/adapter.ts';
import { DEFAULT_LIMITS } from '../../model/read-limits.ts';
import { requireFamily } from '../../model/readable-kinds.ts';
import { drawSample } from '../../ocr/testing/draw-sample.ts';
import { sniff } from '../../sniffing/sniff.ts';
import { encodeJpeg2000, toJp2 } from '../../testing/encode-jpeg-2000.ts';
import { readBytes } from '../../testing/read-bytes.ts';
import { imageAdapter } from './image-adapter.ts';
import { measureJpeg2000 } from './measure-jpeg-2000.ts';
import { readJpeg2000 } from './read-jpeg-2000.ts';

/** Left half red, right half white. */
async function halves(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3, 255);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width / 2; column++) data.set([200, 10, 20], (row * width + column) * 3);
  return encodeJpeg2000({ data, width, height, channels: 3 });
}

async function pixelsOf(bytes: Buffer): Promise<number[][]> {
  const { pixels, width } = await readJpeg2000(bytes, measureJpeg2000(bytes));
  return [2, width - 3].map((column) => [...pixels.subarray((width + column) * 4, (width + column) * 4 + 4)]);
}

async function kindOf(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jpeg-2000-'));
  try {
    await writeFile(path.join(folder, 'a'), bytes);
    return await sniff(path.join(folder, 'a'), 'a');
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('JPEG 2000', () => {
  let note: Raster;
  let codestream: Buffer;
  beforeAll(async () => {
    note = await drawSample((pdf) => {
      pdf.font('Helvetica').fontSize(14).text('Parcel accepted at the north gate', 70, 90);
    }, 1000);
    const { width, height } = note;
    const { data } = await sharp(note.pixels, { raw: { width, height, channels: 4 } })
      .greyscale()
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    codestream = await encodeJpeg2000({ data, width, height, channels: 1 });
  });

  it('is read as a picture: a file, an extended file, and a bare codestream', async () => {
    for (const bytes of [toJp2(codestream), toJp2(codestream, { brand: 'jpx ' }), codestream]) {
      const mediaType = await kindOf(bytes);
      expect(requireFamily(mediaType)).toBe('image');
      const { pages } = await readBytes(imageAdapter, bytes, mediaType);
      expect(pages.map(({ words, display }) => [words.map(({ text }) => text).join(' '), display])).toEqual([
        ['Parcel accepted at the north gate', 'image'],
      ]);
    }
  });

  it('keeps its colours and its size', async () => {
    const bytes = await halves(60, 40);
    expect(measureJpeg2000(bytes)).toEqual({ width: 60, height: 40, dotsPerInch: null });
    for (const each of [bytes, toJp2(bytes)]) {
      expect(await pixelsOf(each)).toEqual([
        [200, 10, 20, 255],
        [255, 255, 255, 255],
      ]);
    }
  });

  it('is drawn in parts, as other pictures are', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'jpeg-2000-'));
    try {
      const [file, bytes] = [path.join(folder, 'a.jp2'), toJp2(await halves(60, 40))];
      await writeFile(file, bytes);
      const source = { path: file, name: 'a.jp2', size: bytes.length, mediaType: 'image/jp2' };
      const keepAttachment = () => Promise.reject(new Error('A picture holds no files.'));
      const context = { limits: DEFAULT_LIMITS, languages: ['en'], keepAttachment, signal: new AbortController().signal };
      const left = await imageAdapter.draw!(source, 1, 30, context, [0, 0, 0.5, 1]);
      expect([left.width, left.height, ...left.pixels.subarray(0, 4)]).toEqual([30, 40, 200, 10, 20, 255]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('of 16 bits is read as well', async () => {
    const data = Buffer.from(new Uint16Array(60 * 40).fill(0x8000).fill(0xffff, 1200).buffer);
    const bytes = await encodeJpeg2000({ data, width: 60, height: 40, channels: 1, bits: 16 });
    const { pixels } = await readJpeg2000(bytes, measureJpeg2000(bytes));
    expect([pixels[0], pixels.at(-4)]).toEqual([128, 255]);
  });

  it('tells how fine it is, so that its page has its size', async () => {
    const bytes = toJp2(codestream, { dotsPerMetre: 7874 });
    expect(measureJpeg2000(bytes).dotsPerInch).toBeCloseTo(200, 1);
    const { pages } = await readBytes(imageAdapter, bytes, 'image/jp2');
    expect(pages[0]!.width).toBeCloseTo((1000 * 72) / 200, 0);
  });

  it('larger than can be drawn at once is decoded at half its size', async () => {
    const bytes = await halves(6000, 4000);
    expect(await readJpeg2000(bytes, measureJpeg2000(bytes))).toMatchObject({ width: 3000, height: 2000 });
  });

  it('with too many pixels is refused by its headers', async () => {
    const wide = Buffer.from(codestream);
    wide.writeUInt32BE(90_000, 8);
    wide.writeUInt32BE(90_000, 12);
    await expect(readBytes(imageAdapter, toJp2(wide), 'image/jp2')).rejects.toMatchObject({
      code: 'too_large_to_read',
      message: expect.stringContaining('90000 × 90000'),
    });
  });

  it('that is cut off, empty of pixels or no picture is damaged', async () => {
    const whole = toJp2(codestream);
    const noChannels = Buffer.from(codestream);
    noChannels.writeUInt16BE(0, 40);
    const zeros = Buffer.concat([codestream.subarray(0, 110), Buffer.alloc(5000)]);
    for (const bytes of [whole.subarray(0, whole.length - 40), whole.subarray(0, 400), whole.subarray(0, 30), noChannels, zeros]) {
      await expect(readBytes(imageAdapter, bytes, 'image/jp2')).rejects.toMatchObject({ code: 'damaged_file' });
    }
  });
});
