import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import type { Raster, ReadContext, SourceFile } from '../../model/adapter.ts';
import { DEFAULT_LIMITS } from '../../model/read-limits.ts';
import { drawSample } from '../../ocr/testing/draw-sample.ts';
import { imageAdapter } from './image-adapter.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'image-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const context = (limits: Partial<ReadContext['limits']> = {}): ReadContext => ({
  limits: { ...DEFAULT_LIMITS, ...limits },
  languages: ['en'],
  keepAttachment: () => Promise.reject(new Error('A picture holds no files.')),
  signal: new AbortController().signal,
});

async function keep(name: string, mediaType: string, bytes: Uint8Array): Promise<SourceFile> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return { path: file, name, size: (await stat(file)).size, mediaType };
}

async function pagesOf(file: SourceFile, limits?: Partial<ReadContext['limits']>): Promise<Page[]> {
  const pages: Page[] = [];
  for await (const event of imageAdapter.read(file, context(limits))) if (event.type === 'page') pages.push(event.page);
  return pages;
}

const textOf = (page: Page) => page.words.map((word) => word.text).join(' ');
const pipelineOf = ({ pixels, width, height }: Raster) => sharp(pixels, { raw: { width, height, channels: 4 } });

describe('imageAdapter', () => {
  let note: Raster;
  beforeAll(async () => {
    note = await drawSample((pdf) => {
      pdf.font('Helvetica').fontSize(14).text('Parcel accepted at the north gate', 70, 90);
      pdf.text('by the morning shift', 70, 112);
    }, 1000);
  });

  it.each(['png', 'jpeg', 'webp', 'tiff', 'gif', 'avif'] as const)('reads the text of a %s picture', async (format) => {
    const file = await keep(`note.${format}`, `image/${format}`, await pipelineOf(note).toFormat(format).toBuffer());
    const [page, ...others] = await pagesOf(file);
    expect(others).toEqual([]);
    expect(page).toMatchObject({ number: 1, source: 'ocr', display: 'image', text_rotation: 0 });
    expect(textOf(page!)).toBe('Parcel accepted at the north gate by the morning shift');
    expect(page!.blocks).toHaveLength(1);
    expect(page!.lines).toHaveLength(2);
  });

  it('turns a photo as its EXIF mark says before anything is measured', async () => {
    const lying = await pipelineOf(note).rotate(90).jpeg().withMetadata({ orientation: 8 }).toBuffer();
    const file = await keep('photo.jpg', 'image/jpeg', lying);
    const [page] = await pagesOf(file);
    expect(page!.height).toBeGreaterThan(page!.width);
    expect(page!.text_rotation).toBe(0);
    expect(textOf(page!)).toContain('north gate');
    const drawn = await imageAdapter.draw!(file, 1, 100, context());
    expect(drawn.height).toBeGreaterThan(drawn.width);
  });

  it('takes the size of a page from its resolution, and A4 height when there is none', async () => {
    const scan = pipelineOf(note).png();
    const [stated] = await pagesOf(await keep('stated.png', 'image/png', await scan.clone().withMetadata({ density: 200 }).toBuffer()));
    expect(stated!.width).toBeCloseTo((note.width * 72) / 200, 0);
    const [silent] = await pagesOf(await keep('silent.png', 'image/png', await scan.toBuffer()));
    expect(silent!.height).toBeCloseTo(842, 0);
  });

  it('takes a TIFF that holds one picture in several sizes for one page', async () => {
    const blank = sharp({ create: { width: 1024, height: 640, channels: 3, background: 'white' } });
    const tiff = await blank.tiff({ pyramid: true, tile: true, tileWidth: 128, tileHeight: 128 }).toBuffer();
    expect((await sharp(tiff).metadata()).pages).toBeGreaterThan(2);
    const pages = await pagesOf(await keep('levels.tiff', 'image/tiff', tiff));
    expect(pages).toHaveLength(1);
  });

  it('gives every page of a TIFF, and warns when there are more than may be read', async () => {
    const strip = await pipelineOf(note).extract({ left: 0, top: 0, width: 800, height: 300 }).flatten().png().toBuffer();
    const tiff = await sharp([strip, strip, strip], { join: { animated: true } })
      .tiff()
      .toBuffer();
    const file = await keep('fax.tiff', 'image/tiff', tiff);
    expect((await pagesOf(file)).map((page) => page.number)).toEqual([1, 2, 3]);
    const events = [];
    for await (const event of imageAdapter.read(file, context({ maxPages: 2 }))) events.push(event);
    expect(events.map((event) => event.type)).toEqual(['page_count', 'warning', 'page', 'page']);
  });

  it('gives a page without words for a picture without text', async () => {
    const sky = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#88aadd' } })
      .png()
      .toBuffer();
    expect(await pagesOf(await keep('sky.png', 'image/png', sky))).toMatchObject([{ source: 'none', words: [], lines: [], blocks: [] }]);
  });

  it('draws a part of a page as large as asked', async () => {
    const halves = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
      .composite([{ input: { create: { width: 100, height: 100, channels: 3, background: 'blue' } }, left: 100, top: 0 }])
      .png()
      .toBuffer();
    const file = await keep('halves.png', 'image/png', halves);
    const right = await imageAdapter.draw!(file, 1, 60, context(), [0.5, 0, 1, 0.5]);
    expect([right.width, right.height]).toEqual([60, 30]);
    expect([...right.pixels.subarray(0, 4)]).toEqual([0, 0, 255, 255]);
    expect(await imageAdapter.draw!(file, 1, 100_000, context({ maxPixels: 50_000 }))).toMatchObject({ width: 316, height: 158 });
  });

  it('refuses pictures with too many pixels, before decoding them', async () => {
    const wide = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    await expect(pagesOf(await keep('wide.png', 'image/png', wide), { maxPixels: 10_000_000 })).rejects.toMatchObject({
      code: 'too_large_to_read',
      message: expect.stringContaining('9000 × 9000'),
    });
  });

  it.each(['png', 'jpeg', 'tiff', 'gif', 'webp'] as const)('says that a cut-off %s picture is damaged', async (format) => {
    const whole = await pipelineOf(note).toFormat(format).toBuffer();
    const file = await keep(`cut.${format}`, `image/${format}`, whole.subarray(0, Math.floor(whole.length / 2)));
    await expect(pagesOf(file)).rejects.toMatchObject({ code: 'damaged_file' });
  });

  it('says that an empty file is empty and that rubbish is damaged', async () => {
    await expect(pagesOf(await keep('empty.png', 'image/png', new Uint8Array()))).rejects.toMatchObject({ code: 'empty_file' });
    const rubbish = Buffer.from('no picture at all, only words that pretend');
    for (const kind of ['png', 'bmp', 'heic']) {
      await expect(pagesOf(await keep(`rubbish.${kind}`, `image/${kind}`, rubbish))).rejects.toMatchObject({ code: 'damaged_file' });
    }
  });

  it('does not open a drawing that calls itself a PNG', async () => {
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="5"/></svg>');
    await expect(pagesOf(await keep('drawing.png', 'image/png', drawing))).rejects.toMatchObject({ code: 'unsupported_media_type' });
  });
});
