import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Barcode } from '#lib/contract/service/reading.ts';
import { drawSample, turnSample, wearSample } from '../ocr/testing/draw-sample.ts';
import { drawBarcode, makeBarcode } from '../testing/draw-barcode.ts';
import { createBarcodeReader } from './barcode-reader.ts';
import { loadZxing } from './load-zxing.ts';

const SCAN_WIDTH = 1736;
const told = (barcodes: readonly Barcode[]) => barcodes.map(({ format, text }) => [format, text]);

describe('reading barcodes of a picture', () => {
  const fetched = vi.fn(() => Promise.reject(new Error('Nothing may be fetched.')));
  beforeAll(() => {
    vi.stubGlobal('fetch', fetched);
    return () => vi.unstubAllGlobals();
  });

  it.each([
    ['Code128', 'code_128', 'SHEET-20417', 1.2, 40],
    ['Code39', 'code_39', 'BOX 77-A', 1.2, 40],
    ['QRCode', 'qr_code', 'Lieferung für Köln', 2.4, 2.4],
    ['DataMatrix', 'data_matrix', 'DM-4711', 2.4, 2.4],
    ['PDF417', 'pdf_417', 'Freight paper 12', 1.4, 4.2],
  ] as const)('reads %s, also worn and sideways, where it stands', async (kind, format, text, module, row) => {
    const code = await makeBarcode(kind, text);
    const scan = await drawSample((pdf) => {
      pdf.font('Helvetica').fontSize(11).text('Words of the page that have nothing to do with it', 60, 60);
      drawBarcode(pdf, code, { x: 119, y: 421, module, row });
    }, SCAN_WIDTH);
    const reader = createBarcodeReader();
    const [found, ...others] = await reader.read(scan);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ format, text });
    const [left, top, right, bottom] = found!.box;
    expect(left).toBeCloseTo(119 / 595.28, 1);
    expect(right - left).toBeCloseTo((code.width * module) / 595.28, 1);
    expect(top).toBeCloseTo(421 / 841.89, 1);
    expect(bottom).toBeLessThan(0.7);
    expect(told(await reader.read(await wearSample(scan)))).toEqual([[format, text]]);
    expect(told(await reader.read(await turnSample(scan, 90)))).toEqual([[format, text]]);
    expect(reader.warning()).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('tells the place on the whole page when the picture shows a part of it', async () => {
    const code = await makeBarcode('QRCode', 'part of a page');
    const picture = await drawSample((pdf) => drawBarcode(pdf, code, { x: 0.25 * 595.28, y: 0.25 * 841.89, module: 3 }));
    const [found] = await createBarcodeReader().read(picture, [0.5, 0.5, 1, 1]);
    expect(found!.box[0]).toBeCloseTo(0.625, 1);
    expect(found!.box[1]).toBeCloseTo(0.625, 1);
  });

  it('takes neither print nor rulings for barcodes', async () => {
    const table = await drawSample((pdf) => {
      pdf.font('Helvetica').fontSize(9);
      for (let row = 0; row < 40; row++)
        for (let column = 0; column < 8; column++) {
          pdf.rect(40 + 64 * column, 60 + 18 * row, 64, 18).stroke();
          pdf.text(`lI|1 ${row * column}`, 44 + 64 * column, 65 + 18 * row, { lineBreak: false });
        }
      for (let line = 0; line < 60; line++) pdf.rect(40 + line * 3.1 * (1 + (line % 3)), 800, 1, 20).fill();
    }, SCAN_WIDTH);
    expect(await createBarcodeReader().read(table)).toEqual([]);
  });

  it('looks at no more pages of few words as a whole once a hundred showed no code, and says so', async () => {
    const blank = { pixels: new Uint8Array(4 * 64).fill(255), width: 8, height: 8 };
    const reader = createBarcodeReader();
    for (let page = 0; page < 99; page++) await reader.read(blank);
    await reader.read(blank, [0.2, 0.2, 0.4, 0.4]);
    expect(reader.looksAtWholePages()).toBe(true);
    expect(reader.warning()).toBeNull();
    await reader.read(blank);
    expect(reader.looksAtWholePages()).toBe(false);
    expect(reader.warning()).toContain('only where they show pictures');
    const code = await makeBarcode('QRCode', 'found at last');
    await reader.read(await drawSample((pdf) => drawBarcode(pdf, code, { x: 100, y: 100, module: 3 })));
    expect(reader.looksAtWholePages()).toBe(true);
  });

  it('stops when the time of the document is spent, and says so', async () => {
    const reader = createBarcodeReader({ budgetMs: 0 });
    const draw = vi.fn(() => [1]);
    expect(await reader.read({ pixels: new Uint8Array(4), width: 1, height: 1 })).toEqual([]);
    expect(reader.draw(draw)).toEqual([]);
    expect(draw).not.toHaveBeenCalled();
    expect(reader.warning()).toContain('the last pages of this file were not searched');
  });

  it('finds nothing when the decoder fails, says so, and the next document has a new one', async () => {
    const code = await makeBarcode('QRCode', 'after the failure');
    const scan = await drawSample((pdf) => drawBarcode(pdf, code, { x: 100, y: 100, module: 3 }));
    const missing = createBarcodeReader({ load: () => Promise.reject(new Error('not installed')) });
    expect(await missing.read(scan)).toEqual([]);
    expect(missing.warning()).toContain('could not be read');
    const broken = createBarcodeReader({
      load: async () => ({ ...(await loadZxing()), readBarcodes: () => Promise.reject(new WebAssembly.RuntimeError('unreachable')) }),
    });
    expect(await broken.read(scan)).toEqual([]);
    expect(told(await createBarcodeReader().read(scan))).toEqual([['qr_code', 'after the failure']]);
  });
});
