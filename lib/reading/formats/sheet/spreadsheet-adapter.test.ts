import { type BookType, utils, type WorkBook, write } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import { readBytes } from '../../testing/read-bytes.ts';
import { spreadsheetAdapter } from './spreadsheet-adapter.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function book(): WorkBook {
  const workbook = utils.book_new();
  const sheet = utils.aoa_to_sheet([['Bill of May'], ['Item', 'Qty', 'Price'], ['Bolt M8', 2, 3.5], ['Nut', 10, 0.25]]);
  sheet['!merges'] = [utils.decode_range('A1:C1')];
  sheet.C3.z = '0.00 "EUR"';
  sheet.C5 = { t: 'n', v: 9.5, f: 'SUM(C3:C4)', z: '0.00' };
  sheet.B5 = { t: 'n', v: 43831, z: 'dd/mm/yyyy' };
  sheet['!ref'] = 'A1:C5';
  utils.book_append_sheet(workbook, sheet, 'Bill');
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([['secret']]), 'Back');
  workbook.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  return workbook;
}

function bytes(workbook: WorkBook, bookType: BookType): Uint8Array {
  return new Uint8Array(write(workbook, { type: 'array', bookType, compression: true }));
}

function cellTexts(page: Page | undefined) {
  return page?.tables[0]?.cells.map((cell) => `${cell.row},${cell.column} ${cell.text}`);
}

describe('spreadsheetAdapter', () => {
  test.each([
    ['xlsx', XLSX],
    ['xlsb', 'application/vnd.ms-excel.sheet.binary.macroenabled.12'],
    ['biff8', 'application/vnd.ms-excel'],
    ['xlml', 'application/vnd.ms-excel'],
  ] as [BookType, string][])('%s: a page per sheet with the values as displayed', async (type, mediaType) => {
    const { pages, pageCount } = await readBytes(spreadsheetAdapter, bytes(book(), type), mediaType);
    expect(pageCount).toBe(2);
    expect(pages.map((page) => page.name)).toEqual(['Bill', 'Back']);
    expect(pages[0]?.display).toBe('grid');
    expect(cellTexts(pages[0])).toEqual([
      ...['0,0 Bill of May', '1,0 Item', '1,1 Qty', '1,2 Price', '2,0 Bolt M8', '2,1 2'],
      ...['2,2 3.50 EUR', '3,0 Nut', '3,1 10', '3,2 0.25', '4,1 01/01/2020', '4,2 9.50'],
    ]);
    expect(pages.map((page) => page.hidden)).toEqual([undefined, true]);
  });

  test('each word names its cell and stands inside its box; merged cells span', async () => {
    const { pages } = await readBytes(spreadsheetAdapter, bytes(book(), 'xlsx'), XLSX);
    const page = pages[0]!;
    expect(page.words.map((word, index) => `${page.cell_addresses?.[index]} ${word.text}`)).toContain('A3 M8');
    const [first] = page.tables[0]!.cells;
    expect([first?.column_span, first?.row_span, first?.box[2]]).toEqual([3, 1, 1]);
    for (const cell of page.tables[0]!.cells) {
      for (const index of cell.words) {
        const { box } = page.words[index]!;
        expect(box[0]).toBeGreaterThanOrEqual(cell.box[0]);
        expect(box[2]).toBeLessThanOrEqual(cell.box[2] + 1e-6);
        expect(box[1]).toBeGreaterThanOrEqual(cell.box[1]);
        expect(box[3]).toBeLessThanOrEqual(cell.box[3] + 1e-6);
      }
    }
  });

  test('hyperlinks of cells keep their address and stand at their cell', async () => {
    const sheet = utils.aoa_to_sheet([['site', 'other']]);
    sheet.A1.l = { Target: 'https://mill.example/a' };
    const { pages } = await readBytes(spreadsheetAdapter, bytes({ SheetNames: ['S'], Sheets: { S: sheet } }, 'xlsx'), XLSX);
    expect(pages[0]!.links.map(({ url, box }) => [url, box])).toEqual([['https://mill.example/a', pages[0]!.tables[0]!.cells[0]!.box]]);
  });

  test('a long sheet becomes pages of a thousand rows', async () => {
    const rows = Array.from({ length: 2300 }, (_, index) => `${index + 1};"a;${index}"`).join('\r\n');
    const { pages } = await readBytes(spreadsheetAdapter, rows, 'text/csv');
    expect(pages.map((page) => page.name)).toEqual(['sample (rows 1–1000)', 'sample (rows 1001–2000)', 'sample (rows 2001–2300)']);
    expect(pages[2]?.cell_addresses?.slice(0, 2)).toEqual(['A2001', 'B2001']);
    expect(cellTexts(pages[2])?.slice(0, 2)).toEqual(['0,0 2001', '0,1 a;2000']);
  });

  test('delimited text keeps quotes, line ends and numbers as written', async () => {
    const source = 'name\tnote\n"A ""B"" C"\t"two\nlines"\n007\t1/2/3\n';
    const { pages } = await readBytes(spreadsheetAdapter, source, 'text/tab-separated-values');
    expect(cellTexts(pages[0])).toEqual(['0,0 name', '0,1 note', '1,0 A "B" C', '1,1 two\nlines', '2,0 007', '2,1 1/2/3']);
  });

  test('cells far away do not make the page endless', async () => {
    const parts = unzipSync(bytes({ SheetNames: ['S'], Sheets: { S: utils.aoa_to_sheet([['near']]) } }, 'xlsx'));
    const name = 'xl/worksheets/sheet1.xml';
    const far = '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>far</t></is></c></row></sheetData>';
    parts[name] = strToU8(strFromU8(parts[name]!).replace('</sheetData>', far).replace('ref="A1"', 'ref="A1:XFD1048576"'));
    const { pages } = await readBytes(spreadsheetAdapter, zipSync(parts), XLSX);
    expect(pages[0]?.cell_addresses).toEqual(['A1', 'XFD1048576']);
    expect(pages[0]!.width).toBeLessThan(5000);
    expect(pages[0]!.grid!.rows.length).toBeLessThan(100);
    expect(pages[0]!.grid!.rows.at(-1)).toBe(1_048_575);
  });

  test('a page tells its grid: the sheet, its rows, equal columns on every page, merged cells', async () => {
    const rows = Array.from(
      { length: 1500 },
      (_, index) => `;${index === 1400 ? 'a text much longer than all the others' : 'short'};${index}`,
    );
    const { pages } = await readBytes(spreadsheetAdapter, rows.join('\n'), 'text/csv');
    const [first, second] = pages.map((page) => page.grid!);
    expect([second!.sheet, second!.rows[0], second!.columns]).toEqual(['sample', 1000, [1, 2]]);
    expect([first!.row_edges.length, second!.row_edges.length]).toEqual([1001, 501]);
    expect(first!.column_edges).toEqual(second!.column_edges);
    expect(pages[0]!.width).toBe(pages[1]!.width);
    const { pages: merged } = await readBytes(spreadsheetAdapter, bytes(book(), 'xlsx'), XLSX);
    expect(merged[0]!.grid!.merges).toEqual([merged[0]!.tables[0]!.cells[0]!.box]);
  });

  test('formulas stand beside their results', async () => {
    const sheet = utils.aoa_to_sheet([[2, 3, 5]]);
    sheet.C1 = { t: 'n', v: 5, f: 'SUM(A1:B1)' };
    const { pages } = await readBytes(spreadsheetAdapter, bytes({ SheetNames: ['S'], Sheets: { S: sheet } }, 'xlsx'), XLSX);
    expect(pages[0]!.grid!.formulas).toEqual({ C1: 'SUM(A1:B1)' });
    expect(pages[0]!.words.map(({ text }) => text)).toEqual(['2', '3', '5']);
  });

  test('formulas without a stored result are told', async () => {
    const sheet = utils.aoa_to_sheet([['a', 1]]);
    sheet.C1 = { t: 'z', f: 'B1*2' };
    sheet['!ref'] = 'A1:C1';
    const { warnings } = await readBytes(
      spreadsheetAdapter,
      bytes({ SheetNames: ['S'], Sheets: { S: sheet } }, 'biff8'),
      'application/vnd.ms-excel',
    );
    expect(warnings.join()).toMatch(/^$|no stored result/);
  });

  test('a text that claims to be far longer than the file costs neither time nor memory, and the other cells are read', async () => {
    const mediaType = 'application/vnd.ms-excel.sheet.binary.macroenabled.12';
    const parts = unzipSync(bytes(book(), 'xlsb'));
    const sheet = Buffer.from(parts['xl/worksheets/sheet1.bin']!);
    const at = sheet.indexOf(Buffer.from('Bolt M8', 'utf16le')) - 4;
    expect(sheet.readUInt32LE(at)).toBe(7);
    sheet.writeUInt32LE(0x7000_0000, at);
    const { pages } = await readBytes(spreadsheetAdapter, zipSync({ ...parts, 'xl/worksheets/sheet1.bin': sheet }), mediaType);
    expect(cellTexts(pages[0])).toEqual(expect.arrayContaining(['1,0 Item', '3,0 Nut', '4,2 9.50']));
  });

  test('damaged bytes are refused with a sentence', async () => {
    const broken = bytes(book(), 'xlsx').slice(0, 900);
    await expect(readBytes(spreadsheetAdapter, broken, XLSX)).rejects.toMatchObject({ code: 'damaged_file' });
  });
});
