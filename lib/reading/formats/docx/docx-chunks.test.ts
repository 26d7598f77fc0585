import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { docAdapter } from '../../testing/old-office.ts';
import { lineTexts, readBytes } from '../../testing/read-bytes.ts';
import { docx } from '../../testing/whole-files.ts';
import { docxAdapter } from './docx-adapter.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const relation = (type: string, target: string) =>
  `<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/></Relationships>`;

async function linesOf(file: Uint8Array): Promise<string[]> {
  return lineTexts((await readBytes(docxAdapter, file)).pages[0]);
}

/** The same with every entry marked as encrypted. */
function encrypted(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file);
  for (const [mark, flags] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const) {
    for (let at = bytes.indexOf(mark, 0, 'latin1'); at >= 0; at = bytes.indexOf(mark, at + 4, 'latin1')) bytes[at + flags]! |= 1;
  }
  return bytes;
}

describe('texts that Word files hold in another form', () => {
  test.each([
    ['HTML', 'a.html', '<html><body><p>Taken in</p></body></html>'],
    ['rich text', 'a.rtf', '{\\rtf1\\ansi Taken in\\par}'],
    ['a web archive', 'a.mht', 'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html><body><p>Taken in</p></body></html>'],
    ['a Word file', 'a.docx', docx(paragraph('Taken in'))],
  ])('%s that is taken in stands in its place', async (_what, name, part) => {
    const body = `${paragraph('Before')}<w:altChunk r:id="r1"/>${paragraph('After')}`;
    const file = docx(body, { 'word/_rels/document.xml.rels': relation('aFChunk', name), [`word/${name}`]: part });
    expect(await linesOf(file)).toEqual(['Before', 'Taken in', 'After']);
  });

  test('a Word file that takes in itself is read once', async () => {
    const rels = { 'word/_rels/document.xml.rels': relation('aFChunk', 'a.docx') };
    const inner = docx(`${paragraph('Inner')}<w:altChunk r:id="r1"/>`, { ...rels, 'word/a.docx': docx(paragraph('Innermost')) });
    expect(await linesOf(docx(`${paragraph('Outer')}<w:altChunk r:id="r1"/>`, { ...rels, 'word/a.docx': inner }))).toEqual([
      'Outer',
      'Inner',
    ]);
  });

  test.each([
    ['protected by a password', encrypted(docx(paragraph('Hidden')))],
    ['damaged', strToU8('PK and nothing more')],
  ])('a Word file taken in that is %s is left out, and that is told', async (why, inner) => {
    const body = `${paragraph('Before')}<w:altChunk r:id="r1"/>${paragraph('After')}`;
    const file = docx(body, { 'word/_rels/document.xml.rels': relation('aFChunk', 'a.docx'), 'word/a.docx': inner });
    const { pages, warnings } = await readBytes(docxAdapter, file);
    expect([lineTexts(pages[0]), warnings]).toEqual([['Before', 'After'], [expect.stringContaining(why)]]);
  });

  test('the texts of a diagram are read', async () => {
    const data =
      '<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>First step</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>';
    const body = '<w:p><w:r><w:drawing><dgm:relIds xmlns:dgm="d" r:dm="r1"/></w:drawing></w:r></w:p>';
    expect(
      await linesOf(docx(body, { 'word/_rels/document.xml.rels': relation('diagramData', 'data1.xml'), 'word/data1.xml': data })),
    ).toEqual(['First step']);
  });

  test('a package written as one XML document is read as the package', async () => {
    const part = (name: string, xml: string) => `<pkg:part pkg:name="/${name}"><pkg:xmlData>${xml}</pkg:xmlData></pkg:part>`;
    const flat = `<?xml version="1.0"?><pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage">${part('word/document.xml', `<w:document xmlns:w="${W}"><w:body>${paragraph('Flat')}</w:body></w:document>`)}</pkg:package>`;
    expect(await linesOf(strToU8(flat))).toEqual(['Flat']);
  });

  test('the XML of Word 2003 gives its header, paragraphs, tables and footer', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const body = `<wx:sect>${paragraph('Dear Sir')}<w:tbl><w:tr>${cell('Total')}${cell('18.40')}</w:tr></w:tbl><w:sectPr><w:hdr>${paragraph('Head')}</w:hdr><w:ftr>${paragraph('Foot')}</w:ftr></w:sectPr></wx:sect>`;
    const xml = `<?xml version="1.0"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:wx="x"><w:body>${body}</w:body></w:wordDocument>`;
    const { pages } = await readBytes(docAdapter, xml);
    expect(lineTexts(pages[0])).toEqual(['Head', 'Dear Sir', 'Total 18.40', 'Foot']);
    expect(pages[0]?.tables).toHaveLength(1);
  });
});
