import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { utils, write } from '@e965/xlsx';
import CFB from 'cfb';
import { strToU8, type Zippable, zipSync } from 'fflate';
import sharp from 'sharp';
import { makePdf } from './make-pdf.ts';

const W = 'xmlns:w="w"';
const TEXT = 'Invoice 4711 of 3 May 2026 for twelve bolts, total 18.40 EUR.';

/** A zip container with text and binary parts. */
export function zip(parts: Record<string, string | Uint8Array>): Uint8Array {
  const entries = Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]);
  return zipSync(Object.fromEntries(entries) as Zippable);
}

/** A Word file with the given elements in its body. */
export function docx(body = `<w:p><w:r><w:t>${TEXT}</w:t></w:r></w:p>`, more: Record<string, string | Uint8Array> = {}): Uint8Array {
  return zip({ 'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`, ...more });
}

export function pptx(): Uint8Array {
  return zip({
    'ppt/presentation.xml':
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>',
    'ppt/_rels/presentation.xml.rels': '<Relationships><Relationship Id="r1" Type="x/slide" Target="slides/slide1.xml"/></Relationships>',
    'ppt/slides/slide1.xml': `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${TEXT}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
  });
}

export function odt(body = `<text:p>${TEXT}</text:p>`, more: Record<string, string> = {}): Uint8Array {
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<o:document-content xmlns:o="o" xmlns:text="t" xmlns:table="b"><o:body><o:text>${body}</o:text></o:body></o:document-content>`,
    ...more,
  });
}

export function ods(body: string): Uint8Array {
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<o:document-content xmlns:o="o" xmlns:text="t" xmlns:table="b"><o:body><o:spreadsheet>${body}</o:spreadsheet></o:body></o:document-content>`,
  });
}

export function workbook(bookType: 'xlsx' | 'xlsb' | 'biff8' | 'biff4'): Uint8Array {
  const rows = Array.from({ length: 40 }, (_, index) => [`Item ${index}`, index * 1.5, TEXT]);
  return new Uint8Array(
    write(utils.book_new(utils.aoa_to_sheet(rows), 'Bill'), { type: 'buffer', bookType: bookType as 'biff8' }) as Buffer,
  );
}

export function compound(streams: Record<string, Uint8Array>): Uint8Array {
  const container = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(container, `/${name}`, Buffer.from(content));
  CFB.utils.cfb_del(container, '/\u0001Sh33tJ5');
  return CFB.write(container, { type: 'buffer' }) as Uint8Array;
}

export function mail(body = TEXT, more = ''): string {
  return `From: Ann <ann@a.example>\r\nTo: bob@b.example\r\nSubject: Invoice\r\nDate: Mon, 2 Mar 2026 10:00:00 +0100\r\n${more}\r\n${body}`;
}

export async function pdf(): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), 'whole-files-'));
  try {
    return await readFile(await makePdf(path.join(folder, 'a.pdf'), (page) => page.text(TEXT)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A small file of every family that is read, by the extension it usually has. */
export async function wholeFiles(): Promise<Record<string, Uint8Array>> {
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#eee' } });
  return {
    pdf: await pdf(),
    docx: docx(),
    pptx: pptx(),
    odt: odt(),
    ods: ods(
      `<table:table table:name="A"><table:table-row><table:table-cell><text:p>${TEXT}</text:p></table:table-cell></table:table-row></table:table>`,
    ),
    xlsx: workbook('xlsx'),
    xlsb: workbook('xlsb'),
    xls: workbook('biff8'),
    rtf: strToU8(`{\\rtf1\\ansi {\\b Head}\\par ${TEXT}\\par}`),
    eml: strToU8(mail()),
    html: strToU8(`<!doctype html><html><body><h1>Head</h1><p>${TEXT}</p></body></html>`),
    md: strToU8(`# Head\n\n${TEXT}\n`),
    txt: strToU8(`${TEXT}\n`.repeat(20)),
    csv: strToU8('a;b;c\n1;2;3\n4;5;6\n7;8;9\n'),
    xml: strToU8(`<?xml version="1.0"?><Invoice><ID>4711</ID><Note>${TEXT}</Note></Invoice>`),
    png: await picture.png().toBuffer(),
    jpg: await picture.jpeg().toBuffer(),
    webp: await picture.webp().toBuffer(),
    tiff: await picture.tiff().toBuffer(),
    gif: await picture.gif().toBuffer(),
  };
}
