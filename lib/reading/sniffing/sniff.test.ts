import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import CFB from 'cfb';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cyclicCompounds } from '../testing/cyclic-compounds.ts';
import { sniff } from './sniff.ts';

const OLD_OFFICE = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
] as const;

let folder = '';
let count = 0;

async function kindOf(content: Uint8Array | string, name = 'file.bin'): Promise<string> {
  const target = path.join(folder, `${count++}`);
  await writeFile(target, content);
  return sniff(target, name);
}

function officeZip(mainType: string): Uint8Array {
  const types = `<Types><Override PartName="/main.xml" ContentType="${mainType}"/></Types>`;
  return zipSync({ '[Content_Types].xml': strToU8(types), 'main.xml': strToU8('<x/>') });
}

/** A workbook with endings listed that it does not use. */
function workbookWithSpareDefaults(): Uint8Array {
  const types = `<Types><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>
    <Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`;
  return zipSync({ '[Content_Types].xml': strToU8(types), 'xl/workbook.xml': strToU8('<x/>') });
}

function compound(...streams: string[]): Uint8Array {
  const container = CFB.utils.cfb_new();
  for (const stream of streams) CFB.utils.cfb_add(container, stream, Buffer.alloc(64));
  return CFB.write(container, { type: 'buffer' }) as Uint8Array;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sniff-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('sniff', () => {
  it.each([
    ['a PDF', '%PDF-1.7\n', 'application/pdf'],
    ['a PDF behind other bytes', `${'x'.repeat(500)}\n%PDF-1.4`, 'application/pdf'],
    ['a PDF whose start is lost', `${'\0'.repeat(64)}obj<</Length 4>>stream\nabcd\nendstream\nstartxref\n9\n%%EOF\n`, 'application/pdf'],
    ['rich text', '{\\rtf1 hello}', 'application/rtf'],
    ['a mail', 'Received: by host\r\nFrom: a@b.example\r\nSubject: Hi\r\n\r\nText', 'message/rfc822'],
    [
      'a workbook in the XML of Excel 2003',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
      'application/vnd.ms-excel',
    ],
    ['a page of the web', '<!DOCTYPE html><html><body>x</body></html>', 'text/html'],
    ['a store of mails', Buffer.concat([Buffer.from('!BDN'), Buffer.alloc(600)]), 'application/vnd.ms-outlook-pst'],
    ['an XML file', '<?xml version="1.0"?><Invoice/>', 'application/xml'],
    ['a table', 'a;b;c\n1;2;3\n4;5;6\n7;8;9\n', 'text/csv'],
    ['plain text', 'Dear Sir,\nplease find enclosed.\n', 'text/plain'],
    ['text in Latin-1', Buffer.from('Gr\xfc\xdfe aus M\xfcnchen', 'latin1'), 'text/plain'],
    ['text in UTF-16', Buffer.from('\ufeffHello there', 'utf16le'), 'text/plain'],
    ['bytes of no kind', Buffer.from([1, 2, 3, 0, 5, 6, 0, 8]), 'application/octet-stream'],
  ])('knows %s by its content', async (_what, content, mediaType) => {
    expect(await kindOf(content)).toBe(mediaType);
  });

  it('does not believe the name', async () => {
    expect(await kindOf('%PDF-1.7\n', 'letter.docx')).toBe('application/pdf');
    expect(await kindOf(compound('Workbook'), 'letter.doc')).toBe('application/vnd.ms-excel');
    expect(await kindOf('%PDF-1.7\n', 'notes.txt')).toBe('application/pdf');
  });

  it('lets the name decide only between texts that look alike', async () => {
    expect(await kindOf('# Title\n\ntext', 'readme.md')).toBe('text/markdown');
    expect(await kindOf('one line', 'data.csv')).toBe('text/csv');
  });

  it.each([
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml', /wordprocessingml\.document$/],
    ['application/vnd.ms-word.document.macroEnabled.main+xml', /wordprocessingml\.document$/],
    ['application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml', /presentationml\.presentation$/],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml', /spreadsheetml\.sheet$/],
    ['application/vnd.ms-excel.sheet.binary.macroEnabled.main', /ms-excel\.sheet\.binary/],
  ])('knows an Office file by its main part %s', async (mainType, mediaType) => {
    expect(await kindOf(officeZip(mainType))).toMatch(mediaType);
  });

  it('knows a package by a type in any case and with parameters', async () => {
    const stated = { mimetype: strToU8('Application/Epub+ZIP; version=3\r\n') };
    expect(await kindOf(zipSync({ ...stated, 'a.xml': strToU8('<x/>') }))).toBe('application/epub+zip');
    expect(await kindOf(officeZip('Application/VND.OpenXMLFormats-OfficeDocument.SpreadsheetML.Sheet.Main+XML; charset=utf-8'))).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
  });

  it('knows OpenDocument and other packages by the type they state, other zips as archives', async () => {
    const stated = { mimetype: strToU8('application/vnd.oasis.opendocument.text') };
    expect(await kindOf(zipSync({ ...stated, 'content.xml': strToU8('<x/>') }))).toBe('application/vnd.oasis.opendocument.text');
    expect(await kindOf(workbookWithSpareDefaults())).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(await kindOf(zipSync({ 'a.txt': strToU8('x') }))).toBe('application/zip');
  });

  it.each(OLD_OFFICE)('knows an old Office file by its stream %s', async (stream, mediaType) => {
    expect(await kindOf(compound(stream))).toBe(mediaType);
  });

  it('says that a protected Office file needs its password removed', async () => {
    await expect(kindOf(compound('EncryptedPackage', 'EncryptionInfo'))).rejects.toMatchObject({ code: 'password_required' });
  });

  it('ends with files that are made to keep it busy', async () => {
    expect(await kindOf('\n'.repeat(64 * 1024))).toBe('text/plain');
    expect(await kindOf('\r\n '.repeat(20_000))).toBe('text/plain');
    expect(await kindOf(`${'<!---->'.repeat(9_000)}x`)).toBe('text/plain');
    expect(await kindOf(`${'<?xml ?>'.repeat(8_000)}<x`, 'a.xml')).toBe('application/xml');
    expect(await kindOf(`${'\n'.repeat(150)}1 0 obj\n<< /Type /Catalog >>`)).toBe('application/pdf');
    expect(await kindOf(`%PDF-1${'1'.repeat(60_000)}`.padStart(62_000, 'x'))).toBe('text/plain');
  });

  it('knows an old Office file whose chains of sectors turn in circles', async () => {
    for (const [stream, mediaType] of OLD_OFFICE) for (const bytes of cyclicCompounds(stream)) expect(await kindOf(bytes)).toBe(mediaType);
  });

  it('says that a file is empty or cut off', async () => {
    await expect(kindOf('')).rejects.toMatchObject({ code: 'empty_file' });
    const whole = officeZip('application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml');
    await expect(kindOf(whole.slice(0, whole.length / 2))).rejects.toMatchObject({ code: 'damaged_file' });
  });
});
