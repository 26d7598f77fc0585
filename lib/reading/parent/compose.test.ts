import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile as readBytes, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import { limitComposed, mostComposedBytes } from '../child/limit-composed.ts';
import { composeImages } from '../formats/image/compose-image.ts';
import { openImage } from '../formats/image/open-image.ts';
import { composePdf } from '../formats/pdf/compose-pdf.ts';
import { openDocument } from '../formats/pdf/pdfium/open-document.ts';
import type { SourceFile } from '../model/adapter.ts';
import type { ComposedPage } from '../model/child-task.ts';
import { DEFAULT_LIMITS } from '../model/read-limits.ts';
import { readFile } from '../read-file.ts';
import { makePdf } from '../testing/make-pdf.ts';

let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'compose-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const line = (number: number) => `This is what stands on page number ${number} of the stack`;
const place = () => path.join(folder, `${count++}.pdf`);

async function source(file: string, password?: string): Promise<SourceFile> {
  const mediaType = file.endsWith('.pdf') ? 'application/pdf' : 'image/tiff';
  return { path: file, name: path.basename(file), size: (await stat(file)).size, mediaType, ...(password ? { password } : {}) };
}

function makeStack(pages: number, options: PDFKit.PDFDocumentOptions = {}, draw?: (pdf: PDFKit.PDFDocument, page: number) => void) {
  return makePdf(
    place(),
    (pdf) => {
      for (let page = 1; page <= pages; page++) {
        if (page > 1) pdf.addPage();
        pdf.font('Helvetica').fontSize(12).text(line(page), 60, 60, { lineBreak: false });
        draw?.(pdf, page);
      }
    },
    options,
  );
}

const upright = (...numbers: number[]): ComposedPage[] => numbers.map((number) => ({ number, turn: 0 }));
const textOf = (page: Page) => page.words.map(({ text }) => text).join(' ');

async function keepAll(parts: AsyncGenerator<Uint8Array>): Promise<string[]> {
  const files: string[] = [];
  for await (const bytes of parts) {
    const file = place();
    await writeFile(file, bytes);
    files.push(file);
  }
  return files;
}

const readAll = async (files: readonly string[]) => Promise.all(files.map(async (file) => (await readFile(file)).pages));

test('pages go into new PDFs in the order asked for, and nothing of the others goes with them', async () => {
  const stack = await makeStack(4, {}, (pdf, page) => {
    if (page === 2) pdf.link(60, 100, 100, 20, 'https://example.org/');
    // to the first page of the file
    if (page === 3) pdf.link(60, 100, 100, 20, 0 as unknown as string);
  });
  const files = await keepAll(composePdf(await source(stack), [upright(3, 4), upright(2)], 4));
  const [first, second] = await readAll(files);
  expect(first!.map(textOf)).toEqual([line(3), line(4)]);
  expect(second!.map(textOf)).toEqual([line(2)]);
  expect(second![0]!.links).toMatchObject([{ url: 'https://example.org/' }]);
  const pagesIn = async (file: string) => (await readBytes(file, 'latin1')).match(/\/Type\s*\/Page\b/g)?.length;
  expect(await pagesIn(stack)).toBe(4);
  expect(await Promise.all(files.map(pagesIn))).toEqual([2, 1]);
});

test('a turn comes on top of the turn that the file gives a page', async () => {
  const stack = await makeStack(3, {}, (pdf, page) => {
    if (page === 2) Object.assign(pdf.page.dictionary.data, { Rotate: 90 });
  });
  const parts = [[{ number: 1, turn: 90 } as const, { number: 2, turn: 270 } as const, { number: 3, turn: 180 } as const]];
  const [pages] = await readAll(await keepAll(composePdf(await source(stack), parts, 3)));
  expect(pages!.map(({ width, height }) => width > height)).toEqual([true, false, false]);
  expect(pages!.map((page) => page.text_rotation)).toEqual([270, 0, 180]);
  expect(pages!.map((page) => textOf(page))).toEqual([line(1), line(2), line(3)]);
});

test('what was filled into a form stays to be seen on its page', async () => {
  const stack = await makeStack(2, {}, (pdf, page) => {
    if (page === 1) pdf.initForm();
    pdf.formText(`customer${page}`, 160, 96, 200, 20, { value: `Miller${page}`, defaultValue: `Miller${page}` });
  });
  const [first, second] = await readAll(await keepAll(composePdf(await source(stack), [upright(2), upright(1)], 2)));
  expect(textOf(first![0]!)).toContain('Miller2');
  expect(textOf(second![0]!)).toContain('Miller1');
});

test('a protected file is split with its password, and its parts open without', async () => {
  const stack = await makeStack(2, { userPassword: 'open sesame', pdfVersion: '1.7' });
  await expect(keepAll(composePdf(await source(stack), [upright(1), upright(2)], 2))).rejects.toMatchObject({ code: 'password_required' });
  const files = await keepAll(composePdf(await source(stack, 'open sesame'), [upright(1), upright(2)], 2));
  expect((await readAll(files)).map(([page]) => textOf(page!))).toEqual([line(1), line(2)]);
});

test('a file that has more pages than were read is not split, so that none is lost', async () => {
  const stack = await makeStack(3);
  await expect(keepAll(composePdf(await source(stack), [upright(1), upright(2)], 2))).rejects.toMatchObject({ code: 'too_large_to_read' });
});

test('pages of a TIFF become pictures on PDF pages of the same size, turned as asked', async () => {
  const colours = ['#c03030', '#30c030', '#3030c0'];
  const frames = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: 600, height: 840, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const stack = path.join(folder, 'stack.tif');
  await sharp(frames, { join: { animated: true } })
    .tiff({ compression: 'lzw', xres: 3.937, yres: 3.937 })
    .toFile(stack);
  expect((await openImage(await source(stack), DEFAULT_LIMITS)).pageCount).toBe(3);
  const parts = [[{ number: 3, turn: 0 } as const], [{ number: 1, turn: 90 } as const, { number: 2, turn: 0 } as const]];
  const files = await keepAll(composeImages(await source(stack), parts, 3, DEFAULT_LIMITS));
  const sizes = [];
  for (const file of files) {
    const document = await openDocument(file);
    const { api } = document.pdfium;
    for (let index = 0; index < document.pageCount; index++) {
      const page = api.FPDF_LoadPage(document.handle, index);
      sizes.push([Math.round(api.FPDF_GetPageWidthF(page)), Math.round(api.FPDF_GetPageHeightF(page))]);
      api.FPDF_ClosePage(page);
    }
    document.close();
  }
  expect(sizes).toEqual([
    [432, 605],
    [605, 432],
    [432, 605],
  ]);
});

test('parts of a file whose pages share everything are made only as far as they take a bearable size together', async () => {
  const noise = path.join(folder, 'noise.png');
  await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toFile(noise);
  const stack = await makeStack(8, {}, (pdf) => {
    // one object in the file
    pdf.image(noise, 60, 100, { width: 100 });
  });
  const file = await source(stack);
  const each = upright(1, 2, 3, 4, 5, 6, 7, 8).map((page) => [page]);
  const sizes: number[] = [];
  for await (const bytes of composePdf(file, each, 8)) sizes.push(bytes.byteLength);
  const sum = sizes.reduce((total, size) => total + size, 0);
  expect(sum).toBeGreaterThan(4 * file.size);

  const made: Uint8Array[] = [];
  const making = async () => {
    for await (const bytes of limitComposed(composePdf(file, each, 8), sizes[0]! * 3)) made.push(bytes);
  };
  await expect(making()).rejects.toMatchObject({ code: 'too_large_to_read' });
  expect(made).toHaveLength(3);
  expect(mostComposedBytes({ size: 150_000_000, mediaType: 'application/pdf' }, 500)).toBeLessThan(1_000_000_000);
  // pages of a fax of 50 kB each become pictures of a megabyte or two
  expect(mostComposedBytes({ size: 25_000_000, mediaType: 'image/tiff' }, 500)).toBeGreaterThan(500 * 2_000_000);
});
