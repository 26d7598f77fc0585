import { deflateSync } from 'node:zlib';
import CFB from 'cfb';
import { describe, expect, test } from 'vitest';
import { spreadsheetAdapter } from '../formats/sheet/spreadsheet-adapter.ts';
import { docAdapter, pptAdapter } from '../testing/old-office.ts';
import { record, words } from '../testing/ppt-records.ts';
import { readBytes } from '../testing/read-bytes.ts';
import { compound } from '../testing/whole-files.ts';
import { workbookPictures } from './office-art.ts';
import { unpackObject, unpackStored } from './ole-objects.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF\n');

describe('files inside old Office files', () => {
  test('the PDF of an Acrobat object is found, with or without bytes before it', () => {
    expect(unpackObject(compound({ CONTENTS: PDF }), 'a')).toEqual({ name: 'a.pdf', bytes: PDF });
    const before = Buffer.concat([Buffer.alloc(6, 1), PDF]);
    expect(unpackObject(compound({ '\u0001Ole10Native': before }), 'b')).toMatchObject({ name: 'b.pdf', bytes: PDF });
    expect(unpackObject(compound({ other: PDF }), 'c')).toBeNull();
    expect(unpackObject(Buffer.from('no compound file'), 'd')).toBeNull();
  });

  test('a workbook in a storage of a Word file becomes a file of its own', async () => {
    const text = Buffer.alloc(0x700);
    text.writeUInt16LE(0xa5ec, 0);
    text.writeUInt16LE(0x00c1, 2);
    const bytes = compound({ WordDocument: text, 'ObjectPool/_17/Workbook': Buffer.from('cells'), 'ObjectPool/_18/CONTENTS': PDF });
    const { kept } = await readBytes(docAdapter, bytes);
    expect([...kept.keys()]).toEqual(['object1.xls', 'object2.pdf']);
    expect(unpackObject(kept.get('object1.xls')!, 'again')?.name).toBe('again.xls');
  });

  test('objects of a presentation are unpacked, also without the end of their packed bytes', async () => {
    const object = compound({ CONTENTS: PDF });
    const packed = deflateSync(object);
    const cut = Buffer.concat([Buffer.alloc(4), packed.subarray(0, packed.length - 4)]);
    expect(unpackStored(cut, true, 1e6)?.equals(object)).toBe(true);
    expect(unpackStored(Buffer.concat([Buffer.alloc(4), deflateSync(Buffer.alloc(1e6))]), true, 1000)).toBeNull();
    const slide = record(0x03ee, Buffer.alloc(0), 0, true);
    const document = record(0x03e8, record(0x0ff0, record(0x03f3, words(2, 0, 0, 256, 0)), 0, true), 0, true);
    const stored = record(0x1011, cut, 1);
    const directory = record(0x1772, words((2 << 20) | 1, 0, document.length));
    const { kept, pages } = await readBytes(
      pptAdapter,
      compound({ 'PowerPoint Document': Buffer.concat([document, slide, stored, directory]) }),
    );
    expect(pages).toHaveLength(1);
    expect(kept.get('object1.pdf')?.equals(PDF)).toBe(true);
  });

  test('the PDF from which a picture of a workbook was made is found behind continued records', async () => {
    const vector = Buffer.concat([Buffer.alloc(16 + 34), deflateSync(Buffer.concat([Buffer.alloc(160), PDF, Buffer.alloc(9)]))]);
    const art = record(
      0xf000,
      record(0xf001, record(0xf007, Buffer.concat([Buffer.alloc(36), record(0xf01a, vector, 0x3d4)])), 1, true),
      0,
      true,
    );
    const biff = (type: number, body: Buffer) => {
      const head = Buffer.alloc(4);
      head.writeUInt16LE(type, 0);
      head.writeUInt16LE(body.length, 2);
      return Buffer.concat([head, body]);
    };
    const stream = Buffer.concat([
      biff(0x0809, Buffer.alloc(16)),
      biff(0xeb, art.subarray(0, 90)),
      biff(0x3c, art.subarray(90)),
      biff(0x3c, PDF),
    ]);
    const container = CFB.read(compound({ Workbook: stream }), { type: 'buffer' });
    const [picture] = workbookPictures(container, 1e6);
    expect(picture?.extension).toBe('pdf');
    expect(Buffer.from(picture!.bytes).subarray(0, PDF.length).equals(PDF)).toBe(true);
  });

  test('a file embedded in an old workbook is kept beside its cells', async () => {
    const { utils, write } = await import('@e965/xlsx');
    const book = utils.book_new(utils.aoa_to_sheet([['Total', 12]]), 'Bill');
    const container = CFB.read(write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer, { type: 'buffer' });
    CFB.utils.cfb_add(container, '/MBD0012AB34/CONTENTS', PDF);
    const { kept, pages } = await readBytes(
      spreadsheetAdapter,
      Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array),
      'application/vnd.ms-excel',
    );
    expect(pages[0]?.words.map(({ text }) => text)).toEqual(['Total', '12']);
    expect(kept.get('object1.pdf')?.equals(PDF)).toBe(true);
  });
});
