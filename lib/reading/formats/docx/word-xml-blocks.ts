import type { LayoutBlock } from '../../layout/layout-block.ts';
import { child, descendants, elements, parseXml, type XmlElement } from '../../xml/xml.ts';
import { BodyReader } from './docx-body.ts';
import { createListCounter } from './docx-numbering.ts';
import { readStyles } from './docx-styles.ts';

/** True for the XML that Word 2003 wrote (`w:wordDocument`). */
function isWordXml(bytes: Uint8Array): boolean {
  return /<(?:\w+:)?wordDocument\b[^>]*"http:\/\/schemas\.microsoft\.com\/office\/word\/2003\/wordml"/.test(
    Buffer.from(bytes.subarray(0, 8192)).toString('latin1').replaceAll('\0', ''),
  );
}

/** Sections of Word 2003 group blocks; `w:sectPr` among them also holds the headers and footers. */
function withoutSections(parent: XmlElement): XmlElement[] {
  return elements(parent).flatMap((element) =>
    ['sect', 'sub-section', 'pBdrGroup'].includes(element.name) ? withoutSections(element) : [element],
  );
}

/** Headers or footers, each different one once. */
function margins(body: XmlElement, name: 'hdr' | 'ftr', reader: BodyReader): LayoutBlock[] {
  const found = descendants(body, 'sectPr').flatMap((section) => elements(section, name));
  const different = new Map<string, LayoutBlock[]>();
  for (const element of found) {
    const blocks = reader.blocks({ ...element, children: withoutSections(element) }, name === 'hdr' ? 'header' : 'footer');
    different.set(JSON.stringify(blocks), blocks);
  }
  return [...different.values()].flat();
}

/**
 * The text of a Word document in the XML of Word 2003: its paragraphs and tables are written as in later files, but in one part
 * with styles, headers and notes. Null for any other file. Throws `ReadError` `damaged_file`.
 */
export function wordXmlBlocks(bytes: Uint8Array): LayoutBlock[] | null {
  if (!isWordXml(bytes)) return null;
  const root = parseXml(bytes);
  const body = child(root, 'body') ?? { name: 'body', attributes: {}, children: [] };
  const reader = new BodyReader({
    styles: readStyles(child(root, 'styles') ?? null),
    lists: createListCounter(null),
    relations: new Map(),
    charts: new Map(),
    chunks: new Map(),
    isPicture: () => false,
    noteNumber: () => '',
  });
  const notes = ['footnote', 'endnote'].flatMap((name) => descendants(body, name).flatMap((note) => reader.blocks(note, 'note')));
  const main = reader.blocks({ ...body, children: withoutSections(body) });
  return [...margins(body, 'hdr', reader), ...main, ...notes, ...margins(body, 'ftr', reader)];
}
