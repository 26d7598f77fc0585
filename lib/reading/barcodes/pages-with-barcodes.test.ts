import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import { drawSample } from '../ocr/testing/draw-sample.ts';
import { readFile } from '../read-file.ts';
import { drawBarcode, makeBarcode } from '../testing/draw-barcode.ts';
import { makePdf } from '../testing/make-pdf.ts';

let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'barcodes-'));
});
afterAll(() => rm(folder, { recursive: true }));

const told = (page: Page | undefined) => page?.barcodes?.map(({ format, text }) => [format, text]);
const write = (pdf: PDFKit.PDFDocument) =>
  pdf
    .font('Helvetica')
    .fontSize(10)
    .text('We confirm your order of the third of May and deliver within ten working days to the address above. '.repeat(6), 60, 300, {
      width: 460,
    });

async function readPages(draw: (pdf: PDFKit.PDFDocument) => void): Promise<Page[]> {
  return (await readFile(await makePdf(path.join(folder, `${count++}.pdf`), draw))).pages;
}

describe('barcodes of pages', () => {
  it('are read from a scanned page, with its words', async () => {
    const [linear, square] = [await makeBarcode('Code128', 'ASN-000417'), await makeBarcode('QRCode', 'https://example.org/417')];
    const { pixels, width, height } = await drawSample((pdf) => {
      pdf.font('Helvetica').fontSize(14).text('Parcel accepted at the north gate', 70, 90);
      drawBarcode(pdf, linear, { x: 70, y: 200, module: 1.2, row: 40 });
      drawBarcode(pdf, square, { x: 400, y: 600, module: 3 });
    }, 1736);
    const file = path.join(folder, 'scan.png');
    await writeFile(
      file,
      await sharp(pixels, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer(),
    );
    const { pages, warnings } = await readFile(file);
    expect(told(pages[0])).toEqual([
      ['code_128', 'ASN-000417'],
      ['qr_code', 'https://example.org/417'],
    ]);
    expect(pages[0]!.words.map(({ text }) => text).join(' ')).toContain('north gate');
    expect(warnings).toEqual([]);
  });

  it.each(['rectangles', 'path', 'lines'] as const)('are read beside the text of a PDF when drawn as %s', async (way) => {
    const code = await makeBarcode('Code128', 'LS-88120');
    const [page] = await readPages((pdf) => {
      write(pdf);
      drawBarcode(pdf, code, { x: 360, y: 60, module: 0.9, row: 30, way });
    });
    expect(told(page)).toEqual([['code_128', 'LS-88120']]);
    expect(page!.source).toBe('text');
    const [left, top, right, bottom] = page!.barcodes![0]!.box;
    expect(left).toBeCloseTo(360 / 595.28, 2);
    expect(right).toBeCloseTo((360 + 0.9 * code.width) / 595.28, 2);
    expect(top).toBeGreaterThan(59 / 841.89);
    expect(bottom).toBeLessThan(91 / 841.89);
  });

  it.each(['rectangles', 'path'] as const)('are read when a small square code is drawn as %s', async (way) => {
    const code = await makeBarcode('DataMatrix', 'DM 55-1');
    const [page] = await readPages((pdf) => {
      write(pdf);
      drawBarcode(pdf, code, { x: 480, y: 760, module: 1.4, way });
    });
    expect(told(page)).toEqual([['data_matrix', 'DM 55-1']]);
  });

  it('are read from a picture on a page of print, and from a page turned for display', async () => {
    const code = await makeBarcode('QRCode', 'picture of a code');
    const { pixels, width, height } = await drawSample((pdf) => drawBarcode(pdf, code, { x: 40, y: 40, module: 6 }), 900);
    const picture = path.join(folder, 'code.png');
    await sharp(pixels, { raw: { width, height, channels: 4 } })
      .extract({ left: 30, top: 30, width: 280, height: 280 })
      .png()
      .toFile(picture);
    const [page] = await readPages((pdf) => {
      Object.assign(pdf.page.dictionary.data, { Rotate: 90 });
      write(pdf);
      pdf.image(picture, 400, 60, { width: 80 });
    });
    expect(told(page)).toEqual([['qr_code', 'picture of a code']]);
    // the top right of the sheet is the bottom right of a page turned clockwise
    expect(page!.barcodes![0]!.box[0]).toBeGreaterThan(0.7);
    expect(page!.barcodes![0]!.box[1]).toBeGreaterThan(0.6);
  });

  it('are absent from pages without', async () => {
    const pages = await readPages((pdf) => {
      write(pdf);
      for (let row = 0; row < 30; row++) pdf.rect(60, 500 + 10 * row, 400, 0.6).fill();
      pdf.addPage().font('Helvetica').fontSize(12).text('Yours sincerely', 60, 60);
      pdf.addPage();
    });
    expect(pages).toHaveLength(3);
    for (const page of pages) expect(page).not.toHaveProperty('barcodes');
  });
});
