import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Barcode, Reading } from '#lib/contract/service/reading.ts';
import { readFile } from '#lib/reading/read-file.ts';
import { drawBarcode, makeBarcode } from '#lib/reading/testing/draw-barcode.ts';
import { makePdf } from '#lib/reading/testing/make-pdf.ts';
import { split } from './split.ts';
import { type MadeLine, readingOfLines } from './testing/reading-of-lines.ts';

const code = (text: string, top = 0.05): Barcode => ({ format: 'code_128', text, box: [0.6, top, 0.9, top + 0.04] });
/** Pages that look the same, so that only their barcodes tell documents apart. */
const plain: MadeLine[] = [
  'Acme Ltd Main street Oxford',
  'The goods are stored in the hall behind the mill and',
  'are fetched by the carrier on the',
];

function stack(pages: { lines?: MadeLine[]; codes?: Barcode[] }[]): Reading {
  const reading = readingOfLines(pages.map(({ lines = plain }) => lines));
  for (const [index, { codes }] of pages.entries()) if (codes) reading.pages[index]!.barcodes = codes;
  return reading;
}

const ranges = (reading: Reading) => split(reading).segments.map(({ first_page, last_page }) => [first_page, last_page]);

describe('splitting by barcodes', () => {
  it('splits a file of three documents at its separator sheets, which belong to none', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'separators-'));
    try {
      const sheet = await makeBarcode('Code128', 'NEXT-DOCUMENT');
      const file = await makePdf(path.join(folder, 'stack.pdf'), (pdf) => {
        const addText = () =>
          pdf
            .font('Helvetica')
            .fontSize(10)
            .text('The carrier takes the goods over at the ramp and confirms their number in writing. '.repeat(8), 60, 80, { width: 460 });
        const addSeparator = () => {
          pdf.addPage().font('Helvetica-Bold').fontSize(20).text('Separator sheet', 60, 200, { lineBreak: false });
          drawBarcode(pdf, sheet, { x: 100, y: 350, module: 2, row: 120 });
          pdf.fontSize(12).text('NEXT-DOCUMENT', 180, 480, { lineBreak: false });
          pdf.addPage();
        };
        addText();
        pdf.addPage();
        addText();
        addSeparator();
        addText();
        addSeparator();
        addText();
        pdf.addPage();
        addText();
      });
      const { segments } = split(await readFile(file));
      expect(segments.map(({ first_page, last_page, proposed }) => [first_page, last_page, proposed])).toEqual([
        [1, 2, false],
        [4, 4, false],
        [6, 7, false],
      ]);
      for (const { reason } of segments.slice(1)) expect(reason).toBe('A separator page with a barcode stands before it: “NEXT-DOCUMENT”.');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('leaves out a separator at the beginning and says what stood there', () => {
    const { segments } = split(stack([{ lines: ['Batch 7'], codes: [code('SEP')] }, {}, {}]));
    expect(segments).toMatchObject([{ first_page: 2, last_page: 3, reason: 'A separator page with a barcode stands before it: “SEP”.' }]);
  });

  it('begins a document where the barcode changes, and says so', () => {
    const pages = ['A-17', 'A-17', 'B-20', 'B-20'].map((text) => ({ codes: [code(text)] }));
    const [, second, ...others] = split(stack(pages)).segments;
    expect(others).toEqual([]);
    expect(second).toMatchObject({ first_page: 3, last_page: 4 });
    expect(second!.reasons).toContain('Its barcode is another than before: “B-20” instead of “A-17”.');
  });

  it('compares with the last barcode of its series when pages between have none', () => {
    expect(ranges(stack([{ codes: [code('A-17')] }, {}, { codes: [code('X-1', 0.8), code('B-20')] }, {}]))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('keeps pages with the same barcode together against other signs', () => {
    const title = (text: string): MadeLine[] => [{ text, size: 20 }, 'Number AL-20417'];
    const pages = [{ lines: plain }, { lines: title('Delivery note') }];
    expect(ranges(stack(pages))).toHaveLength(2);
    expect(ranges(stack(pages.map((page) => ({ ...page, codes: [code('CASE 9')] }))))).toEqual([[1, 2]]);
    const site = pages.map((page) => ({ ...page, codes: [code('https://acme.example')] }));
    expect(ranges(stack(site))).toHaveLength(2);
  });

  it('makes nothing of numbers that count on, nor of other places and formats', () => {
    const [alone] = [split(stack([{}, {}])).segments];
    for (const [first, second] of [
      [code('00417-01'), code('00417-02')],
      [code('A-17'), code('B-20', 0.7)],
      [code('A-17'), { ...code('B-20'), format: 'qr_code' as const }],
    ])
      expect(split(stack([{ codes: [first!] }, { codes: [second!] }])).segments).toEqual(alone);
  });

  it('does not take the short last page of a letter with inserting codes for a separator', () => {
    const last = { lines: ['Yours sincerely'], codes: [code('L1-P3')] };
    const letter = [{ codes: [code('L1-P1')] }, { codes: [code('L1-P2')] }, last];
    expect(split(stack(letter)).segments.at(-1)!.last_page).toBe(3);
  });

  it('keeps a file of nothing but separators whole', () => {
    expect(
      ranges(
        stack([
          { lines: ['One'], codes: [code('SEP')] },
          { lines: [], codes: [code('SEP')] },
        ]),
      ),
    ).toEqual([[1, 2]]);
  });
});
