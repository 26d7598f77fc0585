import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page, Reading } from '#lib/contract/service/reading.ts';
import { readFile } from '../../read-file.ts';
import { makePdf } from '../../testing/make-pdf.ts';

let folder = '';
let count = 0;

type Draw = (pdf: PDFKit.PDFDocument) => void;

async function read(draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Reading> {
  return readFile(await makePdf(path.join(folder, `${count++}.pdf`), draw, options));
}

async function readPage(draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Page> {
  const [page] = (await read(draw, options)).pages;
  if (!page) throw new Error('no page');
  return page;
}

const shown = (page: Page) => page.words.filter(({ hidden }) => !hidden).map(({ text }) => text);
/** Enough text that a page counts as one with text of its own. */
const BODY = 'This page has enough text of its own to be read';

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'read-pdf-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('reading a PDF', () => {
  it('gives words with boxes in fractions of the page, their size and weight', async () => {
    const page = await readPage((pdf) => {
      pdf.font('Helvetica').fontSize(20).text('Left top', 59.528, 84.189, { lineBreak: false });
      pdf.font('Helvetica-Bold').fontSize(10).text(BODY, 59.528, 420.945, { lineBreak: false });
    });
    expect([page.width, page.height]).toEqual([expect.closeTo(595.28, 1), expect.closeTo(841.89, 1)]);
    const [left, top, right, bottom] = page.words[0]!.box;
    expect(page.words[0]).toMatchObject({ text: 'Left', size: 20 });
    expect(left).toBeCloseTo(0.1, 2);
    expect(top).toBeCloseTo(0.1, 1);
    expect(right - left).toBeGreaterThan(0.05);
    expect(bottom - top).toBeGreaterThan(0.02);
    expect(page.words.find(({ text }) => text === 'enough')).toMatchObject({ size: 10, bold: true });
  });

  it('reads rotated pages as they are displayed', async () => {
    const page = await readPage((pdf) => {
      Object.assign(pdf.page.dictionary.data, { Rotate: 90 });
      pdf.fontSize(12).text(BODY, 50, 50, { lineBreak: false });
    });
    expect(page.width).toBeGreaterThan(page.height);
    expect(page.text_rotation).toBe(270);
    expect(shown(page).join(' ')).toBe(BODY);
    // a level line at the top left is an upright line at the top right after a clockwise quarter turn
    const [left, top, right, bottom] = page.lines[0]!.box;
    expect(left).toBeGreaterThan(0.9);
    expect((bottom - top) * page.height).toBeGreaterThan((right - left) * page.width);
  });

  it('reads pages that stand upside down', async () => {
    const page = await readPage((pdf) => {
      pdf.rotate(180, { origin: [pdf.page.width / 2, pdf.page.height / 2] });
      pdf.fontSize(12).text(BODY, 50, 50, { lineBreak: false });
    });
    expect(page.text_rotation).toBe(180);
    expect(shown(page).join(' ')).toBe(BODY);
    expect(page.words[0]!.box[1]).toBeGreaterThan(0.9);
  });

  it('marks words that nobody sees, also those off the page', async () => {
    const page = await readPage((pdf) => {
      pdf.fontSize(12).text(BODY, 50, 50, { lineBreak: false });
      pdf.fillColor('white').text('whitewords', 50, 100, { lineBreak: false });
      pdf.rect(40, 190, 300, 40).fill('#003366').fillColor('white').text('onblue', 50, 200, { lineBreak: false });
      pdf.fillColor('black').fontSize(1).text('tinywords', 50, 300, { lineBreak: false });
      pdf.fontSize(12).text('covered', 50, 400, { lineBreak: false }).rect(40, 390, 200, 40).fill('gray');
      pdf.fillColor('black').text('outside', 700, 100, { lineBreak: false });
      pdf.rect(40, 490, 300, 40).fill('#cc0000').fillColor('#cc0505').text('redonred', 50, 500, { lineBreak: false });
      pdf.roundedRect(40, 540, 300, 40, 9).fill('#00aa00').fillColor('#00aa00').text('greenongreen', 50, 550, { lineBreak: false });
      pdf.rect(40, 590, 300, 40).fill('#cc0000').fillColor('black').text('blackonred', 50, 600, { lineBreak: false });
      pdf.fillColor('black').fontSize(1.9).text('smallprint', 50, 650, { lineBreak: false });
    });
    expect(
      page.words
        .filter(({ hidden }) => hidden)
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['covered', 'greenongreen', 'outside', 'redonred', 'smallprint', 'tinywords', 'whitewords']);
    expect(shown(page)).toEqual(expect.arrayContaining(['onblue', 'blackonred']));
    const outside = page.words.find(({ text }) => text === 'outside')!;
    expect([outside.box[0] > 0.99, outside.box[0] < outside.box[2], outside.box[2] <= 1]).toEqual([true, true, true]);
  });

  it('reads form fields with their labels, and their values as words of the page', async () => {
    const page = await readPage((pdf) => {
      pdf.font('Helvetica').fontSize(11);
      pdf.initForm();
      pdf.text('Customer name', 50, 100, { lineBreak: false });
      pdf.formText('customer', 160, 96, 200, 20, { value: 'Miller', defaultValue: 'Miller' });
      pdf.text('Please fill in every field of this form', 50, 50, { lineBreak: false });
      pdf.formText('empty', 160, 136, 200, 20);
      pdf.text('Remarks', 50, 140, { lineBreak: false });
    });
    expect(page.form_fields).toMatchObject([
      { name: 'customer', kind: 'text', label: 'Customer name', value: 'Miller' },
      { name: 'empty', kind: 'text', label: 'Remarks', value: null },
    ]);
    const field = page.form_fields[0]!;
    const value = page.words.find(({ text }) => text === 'Miller');
    expect(value).toBeDefined();
    expect(value!.box[0]).toBeGreaterThanOrEqual(field.box[0] - 0.01);
    expect(value!.box[2]).toBeLessThanOrEqual(field.box[2]);
  });

  it('takes out attached files and the values of an e-invoice', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?><rsm:CrossIndustryInvoice xmlns:rsm="a" xmlns:ram="b">
      <rsm:ExchangedDocument><ram:ID>R-17</ram:ID></rsm:ExchangedDocument>
      <ram:Line><ram:Name>Bolt</ram:Name></ram:Line><ram:Line><ram:Amount currencyID="EUR">12.50</ram:Amount></ram:Line>
    </rsm:CrossIndustryInvoice>`;
    const reading = await read((pdf) => {
      pdf.text(BODY, 50, 50);
      pdf.file(Buffer.from(xml), { name: 'factur-x.xml', type: 'application/xml' });
      pdf.file(Buffer.from('hello'), { name: 'note.txt' });
    });
    expect(reading.attachments.map(({ name, media_type, size }) => [name, media_type, size])).toEqual([
      ['factur-x.xml', 'application/xml', Buffer.byteLength(xml)],
      ['note.txt', 'text/plain', 5],
    ]);
    expect(reading.stated_values).toEqual([
      { source: 'e_invoice', path: 'CrossIndustryInvoice/ExchangedDocument/ID', value: 'R-17' },
      { source: 'e_invoice', path: 'CrossIndustryInvoice/Line[0]/Name', value: 'Bolt' },
      { source: 'e_invoice', path: 'CrossIndustryInvoice/Line[1]/Amount', value: '12.50', attributes: { currencyID: 'EUR' } },
    ]);
  });

  it('reads the outline, links and remarks', async () => {
    const reading = await read((pdf) => {
      pdf.text(BODY, 50, 50);
      pdf.outline.addItem('Terms').addItem('Payment');
      pdf.link(50, 100, 100, 20, 'https://example.org/x');
      pdf.note(50, 150, 20, 20, 'Please check');
    });
    expect(reading.outline).toMatchObject([
      { title: 'Terms', level: 1, page: 1 },
      { title: 'Payment', level: 2, page: 1 },
    ]);
    const [page] = reading.pages;
    expect(page!.links).toMatchObject([{ url: 'https://example.org/x', page: null }]);
    const comment = page!.blocks.find(({ kind }) => kind === 'comment')!;
    const [start, end] = page!.lines[comment.lines[0]]!.words;
    expect(page!.words.slice(start, end).map(({ text, hidden }) => [text, hidden])).toEqual([
      ['Please', true],
      ['check', true],
    ]);
  });

  it('reads text typed onto a page whose look the file does not say', async () => {
    const page = await readPage((pdf) => {
      pdf.text(BODY, 50, 50);
      // its types know no such annotation
      const typed: object = { Subtype: 'FreeText', Contents: new String('Paid 7171'), DA: new String('/F1 12 Tf') };
      pdf.annotate(50, 150, 200, 20, typed);
    });
    expect(page.words.filter(({ hidden }) => hidden).map(({ text }) => text)).toEqual(['Paid', '7171']);
  });

  it.each([0, 90])('reads a page turned by %i that does not say that it is one', async (turn) => {
    const page = await readPage((pdf) => {
      Object.assign(pdf.page.dictionary.data, { Type: 'Something', Rotate: turn });
      pdf.fontSize(12).text(BODY, 50, 50, { lineBreak: false });
    });
    expect(page.width > page.height).toBe(turn === 90);
    expect(shown(page).join('')).toBe(BODY.replaceAll(' ', ''));
    expect(page.lines.length).toBe(1);
  });

  it('parts texts of two columns that touch', async () => {
    const page = await readPage((pdf) => {
      pdf.font('Helvetica').fontSize(10).text(BODY, 50, 40, { lineBreak: false });
      const width = pdf.widthOfString('CODE-0006');
      for (const [row, code] of ['A-1', 'B-2', 'CODE-0006', 'C-3'].entries()) {
        pdf.text(code, 100, 100 + 20 * row, { lineBreak: false });
        pdf.text(String(row + 1), 100 + width, 100 + 20 * row, { lineBreak: false });
      }
    });
    expect(shown(page)).toEqual(expect.arrayContaining(['CODE-0006', '3']));
  });

  it('recognises a scan, and asks nothing of an empty page', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="400"><rect width="100%" height="100%" fill="white"/>
      <text x="80" y="200" font-family="DejaVu Sans, Liberation Sans, Arial, sans-serif" font-size="64">Invoice 4711</text></svg>`;
    const picture = path.join(folder, 'scan.png');
    await writeFile(picture, await sharp(Buffer.from(svg)).png().toBuffer());
    const reading = await read((pdf) => {
      pdf.image(picture, 0, 0, { width: pdf.page.width });
      pdf.addPage();
    });
    expect(reading.pages.map(({ source }) => source)).toEqual(['ocr', 'none']);
    expect(shown(reading.pages[0]!).join(' ')).toContain('4711');
    expect(reading.pages[0]!.words[0]!.confidence).toBeGreaterThan(0.5);
  });

  it('opens a file with other bytes before its start', async () => {
    const target = await makePdf(path.join(folder, 'junk.pdf'), (pdf) => void pdf.text(BODY, 50, 50));
    const { readFile: readBytes } = await import('node:fs/promises');
    await writeFile(target, Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), await readBytes(target)]));
    expect((await readFile(target)).pages[0]!.words.length).toBeGreaterThan(5);
  });
});
