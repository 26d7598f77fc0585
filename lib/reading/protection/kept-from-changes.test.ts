import CFB from 'cfb';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { protectPpt, protectWorkbook } from '../testing/protect-legacy.ts';
import { protectPackage } from '../testing/protect-package.ts';
import { readOpened } from '../testing/read-opened.ts';
import { compound, docx, odt, pptx, workbook, zip } from '../testing/whole-files.ts';
import { wordStreams } from '../testing/word-streams.ts';

/** A package with a text put before another one in one of its parts. */
function withText(bytes: Uint8Array, part: RegExp, before: string, text: string): Uint8Array {
  const parts = unzipSync(bytes);
  const name = Object.keys(parts).find((each) => part.test(each))!;
  const xml = strFromU8(parts[name]!);
  expect(xml).toContain(before);
  return zipSync({ ...parts, [name]: strToU8(xml.replace(before, text + before)) });
}

const HASH = 'algorithmName="SHA-512" hashValue="q7KR2A==" saltValue="cGVwcGVy" spinCount="100000"';

function record(type: number, body: number[] | Buffer = []): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, Buffer.from(body)]);
}

/** An old workbook with records behind the first one of its globals and of each sheet; the places of the sheets move along. */
function oldWorkbook(globals: Buffer[], sheets: Buffer[]): Uint8Array {
  const stream = Buffer.from(CFB.find(CFB.read(Buffer.from(workbook('biff8')), { type: 'buffer' }), '/Workbook')!.content as Uint8Array);
  const parts: Buffer[] = [];
  let sheetAt = 0;
  let written = 0;
  for (let at = 0, count = 0; at + 4 <= stream.length; ) {
    const [type, end] = [stream.readUInt16LE(at), at + 4 + stream.readUInt16LE(at + 2)];
    const own = type === 0x0809 ? (count++ === 0 ? globals : sheets) : [];
    if (type === 0x0809 && count === 2) sheetAt = written;
    for (const each of [stream.subarray(at, end), ...own]) {
      parts.push(each);
      written += each.length;
    }
    at = end;
  }
  const result = Buffer.concat(parts);
  for (let at = 0; at + 4 <= result.length; at += 4 + result.readUInt16LE(at + 2)) {
    if (result.readUInt16LE(at) === 0x85) result.writeUInt32LE(sheetAt, at + 4);
  }
  return compound({ Workbook: result });
}

/** A binary workbook with a record of [MS-XLSB] that protects its sheet. */
function binaryWorkbook(): Uint8Array {
  const parts = unzipSync(workbook('xlsb'));
  const sheet = Buffer.from(parts['xl/worksheets/sheet1.bin']!);
  const end = sheet.lastIndexOf(Buffer.from([0x82, 0x01, 0x00]));
  const protection = Buffer.concat([Buffer.from([0x97, 0x04, 66, 0x1a, 0xcc]), Buffer.alloc(64, 1)]);
  return zipSync({ ...parts, 'xl/worksheets/sheet1.bin': Buffer.concat([sheet.subarray(0, end), protection, sheet.subarray(end)]) });
}

/** The objects of a presentation with one slide. */
function deck(): Buffer[] {
  const pptRecord = (type: number, body: Buffer, version = 0) => {
    const head = Buffer.alloc(8);
    head.writeUInt16LE(version, 0);
    head.writeUInt16LE(type, 2);
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body]);
  };
  const persist = pptRecord(0x03f3, Buffer.from(new Uint32Array([2, 0, 0, 256, 0]).buffer));
  const words = [pptRecord(0x0f9f, Buffer.alloc(4)), pptRecord(0x0fa8, Buffer.from('Invoice 4711 of 3 May 2026'))];
  const list = pptRecord(0x0ff0, Buffer.concat([persist, ...words]), 0x0f);
  return [pptRecord(0x03e8, list, 0x0f), pptRecord(0x03ee, Buffer.alloc(0), 0x0f)];
}

const PROTECT = record(0x12, [1, 0]);
const PASSWORD = record(0x13, [0x1a, 0xcc]);
const WRITE_PROTECTED = record(0x86);
const FILE_SHARING = record(0x5b, [1, 0, 0x1a, 0xcc, 3, 0, 0, 0x41, 0x6e, 0x6e]);
const WINDOWS = record(0x19, [1, 0]);
const OBJECTS = record(0x63, [1, 0]);

/** A Word 97 file with flags and a key that only keep it from being changed. */
function oldDoc(flags: number, key: number): Uint8Array {
  const { main, table } = wordStreams('Invoice 4711 of 3 May 2026 for twelve bolts\r');
  main.writeUInt16LE(0x0200 | flags, 0x0a);
  main.writeUInt32LE(key, 0x0e);
  return compound({ WordDocument: main, '1Table': table });
}

const SHEETS: [string, string, () => Uint8Array][] = [
  [
    'a sheet that is protected by a password',
    'sheet.xlsx',
    () =>
      withText(
        workbook('xlsx'),
        /sheet1\.xml$/,
        '<ignoredErrors',
        `<sheetProtection ${HASH} sheet="1" objects="1" selectLockedCells="1"/>`,
      ),
  ],
  [
    'a sheet that is protected in the old way, with ranges for some',
    'old-sheet.xlsx',
    () =>
      withText(
        workbook('xlsx'),
        /sheet1\.xml$/,
        '<ignoredErrors',
        '<sheetProtection password="CC1A" sheet="1"/><protectedRanges><protectedRange password="CC1A" sqref="A1" name="r"/></protectedRanges>',
      ),
  ],
  [
    'a workbook whose structure is protected',
    'structure.xlsx',
    () =>
      withText(
        workbook('xlsx'),
        /xl\/workbook\.xml$/,
        '<sheets',
        '<workbookProtection workbookPassword="CC1A" lockStructure="1" lockWindows="1"/>',
      ),
  ],
  [
    'a workbook that some may only read',
    'reserved.xlsx',
    () => withText(workbook('xlsx'), /xl\/workbook\.xml$/, '<sheets', `<fileSharing readOnlyRecommended="1" userName="Ann" ${HASH}/>`),
  ],
  ['a binary workbook whose sheet is protected', 'sheet.xlsb', binaryWorkbook],
  ['an old workbook whose sheets are protected', 'sheet.xls', () => oldWorkbook([], [PROTECT, PASSWORD, OBJECTS])],
  ['an old workbook whose structure is protected', 'structure.xls', () => oldWorkbook([WINDOWS, PROTECT, PASSWORD], [])],
  ['an old workbook that some may only read', 'reserved.xls', () => oldWorkbook([WRITE_PROTECTED, FILE_SHARING], [])],
  [
    'an old workbook of all these that Excel encrypted by itself',
    'own.xls',
    () =>
      protectWorkbook(
        oldWorkbook([WRITE_PROTECTED, FILE_SHARING, PROTECT, PASSWORD], [PROTECT, PASSWORD]),
        'VelvetSweatshop',
        'cryptoapi-128',
      ),
  ],
];

const TEXTS: [string, string, () => Uint8Array][] = [
  [
    'a text that may only be filled in',
    'forms.docx',
    () =>
      docx(undefined, {
        'word/settings.xml':
          '<w:settings xmlns:w="w"><w:documentProtection w:edit="forms" w:enforcement="1" w:cryptProviderType="rsaAES" w:hash="x" w:salt="y"/></w:settings>',
      }),
  ],
  [
    'a text that some may only read',
    'reserved.docx',
    () =>
      docx(undefined, {
        'word/settings.xml': '<w:settings xmlns:w="w"><w:writeProtection w:recommended="1" w:hash="x" w:salt="y"/></w:settings>',
      }),
  ],
  [
    'slides that some may only read',
    'reserved.pptx',
    () => withText(pptx(), /presentation\.xml$/, '</p:presentation>', `<p:modifyVerifier ${HASH}/>`),
  ],
  ['old slides that PowerPoint encrypted by itself', 'own.ppt', () => protectPpt(deck(), '/01Hannes Ruescher/01')],
  ['an old text that some may only read', 'reserved.doc', () => oldDoc(0x0800 | 0x0400, 0x1234_5678)],
  [
    'an OpenDocument text with a protected part',
    'section.odt',
    () =>
      odt(
        '<text:section text:name="s" text:protected="true" text:protection-key="x"><text:p>Invoice 4711 of 3 May 2026</text:p></text:section>',
        { 'settings.xml': '<o:document-settings xmlns:o="o"/>' },
      ),
  ],
  [
    'an OpenDocument sheet that is protected',
    'sheet.ods',
    () =>
      zip({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml':
          '<o:document-content xmlns:o="o" xmlns:text="t" xmlns:table="b"><o:body><o:spreadsheet table:structure-protected="true" table:protection-key="x"><table:table table:name="A" table:protected="true" table:protection-key="x"><table:table-row><table:table-cell><text:p>Invoice 4711 of 3 May 2026</text:p></table:table-cell></table:table-row></table:table></o:spreadsheet></o:body></o:document-content>',
      }),
  ],
];

describe('a file that is only kept from being changed', () => {
  test.each(SHEETS)('is read as any other, without a word about passwords: %s', async (_what, name, make) => {
    const { text, warnings } = await readOpened(make(), name);
    expect(text).toContain('Item 39 58.5 Invoice 4711');
    expect(warnings).toEqual([]);
  });

  test.each(TEXTS)('is read as any other, without a word about passwords: %s', async (_what, name, make) => {
    const { text, warnings } = await readOpened(make(), name);
    expect(text).toContain('Invoice 4711 of 3 May 2026');
    expect(warnings).toEqual([]);
  });

  test('opens with any password that is sent along: it may be that of a sheet', async () => {
    for (const bytes of [
      protectWorkbook(workbook('biff8'), 'VelvetSweatshop', 'rc4'),
      protectPackage(Buffer.from(workbook('xlsx')), 'VelvetSweatshop'),
      workbook('xlsx'),
      oldWorkbook([], [PROTECT, PASSWORD]),
    ]) {
      expect((await readOpened(bytes, 'given.bin', 'sheet secret')).text).toContain('Item 39');
    }
    await expect(readOpened(protectWorkbook(workbook('biff8'), 'sesame', 'rc4'), 'other.xls', 'sheet secret')).rejects.toMatchObject({
      code: 'password_wrong',
    });
  });
});
