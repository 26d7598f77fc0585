import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ReadContext } from '../adapter.ts';
import { readBytes } from '../layout/testing/read-bytes.ts';
import { createLazyRecogniser } from '../lazy-recogniser.ts';
import { drawSample } from '../ocr/testing/draw-sample.ts';
import { docxAdapter } from '../office/docx-adapter.ts';
import { DEFAULT_LIMITS } from '../read-limits.ts';
import { listPackagePictures } from './list-package-pictures.ts';
import { withPictures } from './with-pictures.ts';

const adapter = withPictures(docxAdapter, listPackagePictures, createLazyRecogniser());

function docx(text: string, more: Record<string, Uint8Array> = {}): Uint8Array {
  const body = `<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
  return zipSync({ 'word/document.xml': strToU8(body), ...more });
}

async function scan(text: string): Promise<Uint8Array> {
  const { pixels, width, height } = await drawSample((page) => page.fontSize(28).text(text, 60, 80), 900);
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png()
    .toBuffer();
}

describe('withPictures', () => {
  test('a Word file that holds only scans is read as pages of pictures, in order, and they can be drawn', async () => {
    const bytes = docx('', { 'word/media/image10.png': await scan('Second'), 'word/media/image2.png': await scan('Invoice 4711') });
    const { pages, pageCount } = await readBytes(adapter, bytes);
    expect(pageCount).toBe(2);
    expect(pages.map(({ number, display, words }) => [number, display, words.map(({ text }) => text).join(' ')])).toEqual([
      [1, 'image', 'Invoice 4711'],
      [2, 'image', 'Second'],
    ]);
    const folder = await mkdtemp(path.join(tmpdir(), 'pictures-test-'));
    try {
      const file = path.join(folder, 'scan.docx');
      await writeFile(file, bytes);
      const context = { limits: DEFAULT_LIMITS, languages: [], signal: new AbortController().signal } as unknown as ReadContext;
      const drawn = await adapter.draw!({ path: file, name: '', size: bytes.length, mediaType: '' }, 2, 300, context);
      expect(drawn.width).toBe(300);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('pictures of a document with text are no pages', async () => {
    const { pages } = await readBytes(adapter, docx('Dear all', { 'word/media/image1.png': await scan('Logo') }));
    expect(pages.map(({ display, words }) => [display, words.length])).toEqual([['layout', 2]]);
  });

  test('broken and tiny pictures are passed over; without any the blank page stays', async () => {
    const dot = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const broken = (await scan('Cut off')).slice(0, 900);
    const { pages, pageCount } = await readBytes(adapter, docx('', { 'word/media/a.png': dot, 'word/media/b.png': broken }));
    expect([pageCount, pages[0]?.display, pages[0]?.words]).toEqual([1, 'layout', []]);
  });

  test('a document that holds only other files names them', async () => {
    const { pages, attachments } = await readBytes(adapter, docx('', { 'word/embeddings/Offer.xlsx': strToU8('cells') }));
    expect(attachments.map(({ name }) => name)).toEqual(['Offer.xlsx']);
    expect(pages[0]?.words.map(({ text }) => text).join(' ')).toBe('Attachments: Offer.xlsx');
  });
});
