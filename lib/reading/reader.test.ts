import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore } from '#lib/platform/blobs/blob-store.ts';
import { createFolderBlobStore } from '#lib/platform/blobs/folder-blob-store.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import type { Reader } from './reader.ts';
import { drawBarcode, makeBarcode } from './testing/draw-barcode.ts';
import { makePdf } from './testing/make-pdf.ts';
import { openTestReader } from './testing/open-test-reader.ts';
import { protectPackage } from './testing/protect-package.ts';
import { docx } from './testing/whole-files.ts';

let folder = '';
let database: TestDatabase;
let blobs: BlobStore;
let reader: Reader;
const messages: string[] = [];

async function keep(name: string, make: (target: string) => Promise<unknown>): Promise<string> {
  const target = path.join(folder, name);
  await make(target);
  const bytes = await readFile(target);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await blobs.put(`files/${sha256}`, bytes);
  return sha256;
}

function threePages(mark: string): (target: string) => Promise<unknown> {
  return (target) =>
    makePdf(target, (pdf) => {
      for (let page = 1; page <= 3; page++) {
        if (page > 1) pdf.addPage();
        pdf.fontSize(12).text(`Order ${mark} page ${page}`, 72, 72);
      }
    });
}

const openReader = (ocrModelDir: string | null = null): Reader =>
  openTestReader({ database: database.database, blobs, ocrModelDir, write: (line) => void messages.push(line) });

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'reader-test-'));
  database = await createTestDatabase();
  blobs = createFolderBlobStore(path.join(folder, 'blobs'));
  reader = openReader();
});
afterAll(async () => {
  await reader.close();
  await database.close();
  await rm(folder, { recursive: true });
});

describe('reader', () => {
  it('reads a file in a child process and keeps its pages', async () => {
    const sha256 = await keep('order.pdf', threePages('one'));
    const progress: unknown[] = [];
    const summary = await reader.read({ sha256, name: 'order.pdf', onProgress: (step) => void progress.push(step) });
    expect(summary).toMatchObject({ sha256, media_type: 'application/pdf', page_count: 3, warnings: [] });
    expect(progress.at(-1)).toEqual({ pagesRead: 3, pageCount: 3, mediaType: 'application/pdf' });
    expect((await reader.getPage(sha256, 2)).words.map(({ text }) => text)).toEqual(['Order', 'one', 'page', '2']);
    expect((await reader.getReading(sha256)).pages.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(await reader.find(sha256)).toEqual(summary);
    await expect(reader.getPage(sha256, 4)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps the barcodes of a page, decoded in the child process without a network', async () => {
    const code = await makeBarcode('Code128', 'KEPT-1');
    const sha256 = await keep('code.pdf', (target) =>
      makePdf(target, (pdf) => drawBarcode(pdf, code, { x: 90, y: 90, module: 1.5, row: 50 })),
    );
    expect((await reader.read({ sha256, name: 'code.pdf' })).warnings).toEqual([]);
    expect((await reader.getReading(sha256)).pages[0]!.barcodes).toMatchObject([{ format: 'code_128', text: 'KEPT-1' }]);
  });

  it('does the work once for callers who ask at the same time', async () => {
    const sha256 = await keep('twice.pdf', threePages('two'));
    const counts = { first: 0, second: 0 };
    const ask = (caller: 'first' | 'second') => reader.read({ sha256, name: 'twice.pdf', onProgress: () => void counts[caller]++ });
    const [first, second] = await Promise.all([ask('first'), ask('second')]);
    expect(first).toEqual(second);
    expect(counts.first).toBe(counts.second);
  });

  it('lets a second program wait for the first instead of doing the work again', async () => {
    const sha256 = await keep('programs.pdf', threePages('programs'));
    const other = openReader();
    const steps: number[] = [];
    const [first, second] = await Promise.all(
      [reader, other].map((one, index) => one.read({ sha256, name: 'programs.pdf', onProgress: () => void steps.push(index) })),
    );
    await other.close();
    expect(first).toEqual(second);
    expect(new Set(steps).size).toBe(1);
  });

  it('gives finished pages while later ones are still being read', async () => {
    const sha256 = await keep('early.pdf', threePages('early'));
    const early: Promise<string[]>[] = [];
    await reader.read({
      sha256,
      name: 'early.pdf',
      onProgress: ({ pagesRead }) => {
        if (pagesRead === 1) early.push(reader.getPage(sha256, 1).then((page) => page.words.map(({ text }) => text)));
      },
    });
    expect(await early[0]).toContain('early');
  });

  it('loads what reading needs ahead of the first file, and says so when it cannot', async () => {
    const other = openReader();
    const broken = openReader(path.join(folder, 'no-models'));
    try {
      await other.warm({ forDrawing: true });
      await other.warm({ thoroughly: true });
      const unfinished = openReader();
      const warming = unfinished.warm({ thoroughly: true });
      await unfinished.close();
      await expect(warming).resolves.toBeUndefined();
      await expect(broken.warm({ thoroughly: true })).rejects.toMatchObject({ code: 'reading_crashed' });
    } finally {
      await Promise.all([other.close(), broken.close()]);
    }
  }, 400_000);

  it('reads a part of a page from its picture, with boxes on the whole page', async () => {
    const sha256 = await keep('part.pdf', (target) =>
      makePdf(target, (pdf) => {
        pdf.fontSize(14).text('Invoice number', 72, 100).text('RE 4711', 300, 100).text('Elsewhere', 72, 600);
      }),
    );
    const [width, height] = [595, 842];
    const region: [number, number, number, number] = [280 / width, 90 / height, 420 / width, 125 / height];
    const words = await reader.recognise({ sha256, name: 'part.pdf', page: 1, pageWidth: width, region });
    expect(words.map(({ text }) => text).join(' ')).toBe('RE 4711');
    const [left, top, , bottom] = words[0]!.box;
    expect(Math.abs(left * width - 300)).toBeLessThan(4);
    expect(top * height).toBeGreaterThan(94);
    expect(bottom * height).toBeLessThan(122);
    const empty: [number, number, number, number] = [0.1, 0.3, 0.9, 0.5];
    expect(await reader.recognise({ sha256, page: 1, pageWidth: width, region: empty })).toEqual([]);
    await expect(reader.recognise({ sha256, page: 9, pageWidth: width, region })).rejects.toMatchObject({ name: 'ReadError' });
  });

  it('draws a page once and keeps its picture, and draws parts of it', async () => {
    const sha256 = await keep('picture.pdf', threePages('three'));
    const whole = await reader.picture({ sha256, page: 1, width: 390 });
    expect(whole.mediaType).toBe('image/webp');
    expect(await sharp(whole.bytes).metadata()).toMatchObject({ format: 'webp', width: 400, height: 566 });
    const keys = [];
    for await (const key of blobs.list(`pictures/${sha256}`)) keys.push(key);
    expect(keys).toHaveLength(1);
    const part = await reader.picture({ sha256, page: 1, width: 400, region: [0, 0, 1, 0.25] });
    expect(await sharp(part.bytes).metadata()).toMatchObject({ width: 400, height: 141 });
    expect((await sharp(part.bytes).stats()).channels[0]?.min).toBeLessThan(60);
  });

  it('draws a picture between words once, and refuses at once where a page that was read has none', async () => {
    const red = sharp({ create: { width: 200, height: 100, channels: 3, background: '#d00' } });
    const body =
      '<w:p><w:r><w:t>Our mark:</w:t></w:r></w:p><w:p><w:r><w:drawing><wp:inline><wp:extent cx="1828800" cy="914400"/><a:blip r:embed="r1"/></wp:inline></w:drawing></w:r></w:p>';
    const bytes = docx(body, {
      'word/_rels/document.xml.rels': '<Relationships><Relationship Id="r1" Type="x/image" Target="media/a.png"/></Relationships>',
      'word/media/a.png': await red.png().toBuffer(),
    });
    const sha256 = await keep('mark.docx', (target) => writeFile(target, bytes));
    await reader.read({ sha256, name: 'mark.docx' });
    const region = (await reader.getPage(sha256, 1)).pictures![0]!.box;
    const drawn = await reader.picture({ sha256, page: 1, width: 240, region });
    expect((await sharp(drawn.bytes).stats()).channels[0]?.min).toBeGreaterThan(180);
    // without the file, only what was kept can be given
    await blobs.remove(`files/${sha256}`);
    expect(Buffer.from((await reader.picture({ sha256, page: 1, width: 240, region })).bytes)).toEqual(Buffer.from(drawn.bytes));
    await expect(reader.picture({ sha256, page: 1, width: 240, region: [0, 0.5, 1, 1] })).rejects.toThrow('shown as text');
    await expect(reader.picture({ sha256, page: 1, width: 240 })).rejects.toThrow('shown as text');
  });

  it('says why a file cannot be read and keeps nothing of it', async () => {
    const sha256 = await keep('broken.pdf', async (target) => {
      await writeFile(target, '%PDF-1.7\nnothing more');
    });
    await expect(reader.read({ sha256, name: 'broken.pdf' })).rejects.toMatchObject({ name: 'ReadError', code: 'damaged_file' });
    expect(await reader.find(sha256)).toBeNull();
    expect(await reader.listPages(sha256, 1, 9)).toEqual([]);
  });

  it('keeps a warning that quotes a name with signs the database cannot keep', async () => {
    const sha256 = await keep('odd-name.pdf', async (target) => {
      // an attached file without bytes, whose name has a zero and half a surrogate pair in it
      const attached = '<</Type/Filespec/F<FEFF006100000062D83D0063>/UF<FEFF006100000062D83D0063>>>';
      await writeFile(
        target,
        `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a)4 0 R]>>>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
4 0 obj${attached}endobj
trailer<</Root 1 0 R/Size 5>>
%%EOF
`,
      );
    });
    const { warnings } = await reader.read({ sha256, name: 'odd-name.pdf' });
    expect(warnings).toEqual([expect.stringMatching(/^The attached file "ab.?c" could not be taken out\.$/u)]);
    expect((await reader.find(sha256))?.warnings).toEqual(warnings);
  });

  it('asks for the password of a protected file and reads it with the right one', async () => {
    const sha256 = await keep('secret.pdf', (target) =>
      makePdf(target, (pdf) => void pdf.text('Secret order', 72, 72), {
        userPassword: 'pässword',
        ownerPassword: 'owner',
        pdfVersion: '1.7ext3',
      }),
    );
    await expect(reader.read({ sha256, name: 's.pdf' })).rejects.toMatchObject({ code: 'password_required' });
    await expect(reader.read({ sha256, name: 's.pdf', password: 'no' })).rejects.toMatchObject({ code: 'password_wrong' });
    expect(await reader.read({ sha256, name: 's.pdf', password: 'pässword' })).toMatchObject({ page_count: 1 });
    expect((await reader.getPage(sha256, 1)).words.map(({ text }) => text)).toEqual(['Secret', 'order']);
    // nobody keeps the password, and yet the page can be shown
    const { bytes } = await reader.picture({ sha256, page: 1, width: 400 });
    expect((await sharp(bytes).stats()).channels[0]?.min).toBeLessThan(100);
    await reader.remove(sha256);
    expect(await blobs.has(`unlocked/${sha256}`)).toBe(false);
  });

  it('reads a Word file that is protected as a whole, with its password', async () => {
    const sha256 = await keep('secret.docx', async (target) => {
      await writeFile(target, protectPackage(Buffer.from(docx('<w:p><w:r><w:t>Secret order</w:t></w:r></w:p>')), 'pässword'));
      return target;
    });
    await expect(reader.read({ sha256, name: 's.docx' })).rejects.toMatchObject({ code: 'password_required' });
    await expect(reader.read({ sha256, name: 's.docx', password: 'no' })).rejects.toMatchObject({ code: 'password_wrong' });
    expect(await reader.read({ sha256, name: 's.docx', password: 'pässword' })).toMatchObject({ page_count: 1 });
    expect((await reader.getPage(sha256, 1)).words.map(({ text }) => text)).toEqual(['Secret', 'order']);
    await reader.remove(sha256);
    expect(await blobs.has(`unlocked/${sha256}`)).toBe(false);
  });

  it('removes everything that was made from a file', async () => {
    const sha256 = await keep('gone.pdf', threePages('four'));
    await reader.read({ sha256, name: 'gone.pdf' });
    await reader.picture({ sha256, page: 1, width: 400 });
    await reader.remove(sha256);
    expect(await reader.find(sha256)).toBeNull();
    expect(await reader.listPages(sha256, 1, 3)).toEqual([]);
    for await (const key of blobs.list(`pictures/${sha256}`)) expect.fail(`left behind: ${key}`);
  });

  it('opens the PDFs it makes one at a time, and closes all of them however the caller ends', async () => {
    const sha256 = await keep('stack.pdf', threePages('six'));
    // the same page again and again: many files of a small one
    const parts = Array.from({ length: 60 }, () => [{ number: 1, turn: 0 as const }]);
    const request = { sha256, name: 'stack.pdf', pageCount: 3, parts };
    await reader.compose(request, async () => undefined);
    const openFiles = async () => (await readdir('/dev/fd')).length;
    const before = await openFiles();
    const sizes: number[] = [];
    let most = 0;
    await reader.compose(request, async (files) => {
      for await (const file of files) {
        sizes.push((await buffer(file)).byteLength);
        most = Math.max(most, await openFiles());
      }
    });
    expect(sizes).toHaveLength(60);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(most - before).toBeLessThan(20);
    const stopped = reader.compose(request, async (files) => {
      for await (const _ of files) throw new Error('no space');
    });
    await expect(stopped).rejects.toThrow('no space');
    await expect.poll(openFiles).toBeLessThan(before + 20);
  });

  it('stops when the caller gives up', async () => {
    const sha256 = await keep('stop.pdf', threePages('five'));
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    await expect(reader.read({ sha256, name: 'stop.pdf', signal: controller.signal })).rejects.toThrow('enough');
    expect(await reader.find(sha256)).toBeNull();
  });

  it('writes no document text to the log', () => {
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.join('')).not.toMatch(/Order|Secret|pässword/);
  });
});
