import { utils, write } from '@e965/xlsx';
import CFB from 'cfb';
import { describe, expect, test } from 'vitest';
import { readBytes } from '../../../testing/read-bytes.ts';
import { compound } from '../../../testing/whole-files.ts';
import { spreadsheetAdapter } from '../spreadsheet-adapter.ts';
import { salvageSheets } from './salvage-binary-sheets.ts';

const ROWS = [
  ['Item', 'Pieces', 'Price'],
  ['Oak board', 12, 54.4],
  ['Größe', -3, 1_234_567.25],
];

/** The records of a workbook as Excel keeps them. */
function workbookStream(): Buffer {
  const bytes = write(utils.book_new(utils.aoa_to_sheet(ROWS), 'Bill'), { type: 'buffer', bookType: 'biff8', bookSST: true }) as Buffer;
  const found = CFB.find(CFB.read(bytes, { type: 'buffer' }), 'Workbook');
  return Buffer.from(found!.content as Uint8Array);
}

/** The same with a list of sheets that says nothing. */
function withoutSheets(): Buffer {
  const stream = workbookStream();
  const at = stream.indexOf(Buffer.from([0x85, 0x00]));
  stream.writeUInt16LE(0x7777, at);
  return stream;
}

/** The same, and nothing before the sheet can be read: no program finds its way in. */
function withoutHead(): Buffer {
  const stream = workbookStream();
  stream.fill(0x41, 0, stream.lastIndexOf(Buffer.from([0x09, 0x08, 0x10, 0x00])));
  return stream;
}

describe('salvageSheets', () => {
  test('cells are found though the list of sheets is lost', () => {
    const [sheet] = salvageSheets(withoutSheets());
    expect(sheet?.rows.map(({ row, cells }) => [row, ...cells.map(({ text }) => text)])).toEqual([
      [0, 'Item', 'Pieces', 'Price'],
      [1, 'Oak board', '12', '54.4'],
      [2, 'Größe', '-3', '1234567.25'],
    ]);
  });

  test('any change of bytes ends with fewer cells, never with an error', () => {
    const whole = withoutSheets();
    for (let at = 0; at < whole.length; at += 7) {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ 0xff;
      expect(() => salvageSheets(changed)).not.toThrow();
      expect(() => salvageSheets(whole.subarray(0, at))).not.toThrow();
    }
  });

  test('the person is told that a workbook is not whole', async () => {
    const { pages, warnings } = await readBytes(spreadsheetAdapter, compound({ Workbook: withoutHead() }), 'application/vnd.ms-excel');
    expect(pages[0]?.words.map(({ text }) => text)).toContain('1234567.25');
    expect(warnings).toEqual([expect.stringContaining('damaged')]);
  });
});
