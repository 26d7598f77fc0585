import type { Archive } from '../../files/open-archive.ts';
import type { LayoutBlock } from '../../layout/layout-block.ts';
import { attribute, child, descendants, innerText, type XmlElement } from '../../xml/xml.ts';
import { type OdfPackage, requireBody } from '../odf/odf-package.ts';
import { chartBlocks } from '../ooxml/chart-blocks.ts';
import { readOptionalPart } from '../ooxml/relations.ts';

/** What a workbook says outside of its cells. */
export type BesideCells = {
  /** Texts of shapes drawn on the sheets, and remarks on cells. */
  shapes: LayoutBlock[];
  /** Charts, and what is printed above and below the pages: told only of a workbook that says nothing else. */
  rest: LayoutBlock[];
};

const MOST_PARTS = 500;
/** Records of [MS-XLS] 2.3: a text object, and the record that goes on with its characters. */
const TEXT_OBJECT = 0x01b6;
const CONTINUE = 0x003c;

function paragraphs(parent: XmlElement, name: string): LayoutBlock[] {
  return descendants(parent, name)
    .map((paragraph) => descendants(paragraph, 't').map(innerText).join(''))
    .filter((text) => text.trim() !== '')
    .map((text) => ({ kind: 'paragraph', runs: [{ text }] }));
}

/** Reads the drawings, charts and page headers of an Office Open XML workbook; damaged parts are left out. */
export async function packageBesideCells(archive: Archive, isBlank: boolean): Promise<BesideCells> {
  const shapes: LayoutBlock[] = [];
  const rest: LayoutBlock[] = [];
  const read = async (pattern: RegExp, use: (root: XmlElement) => void) => {
    for (const name of archive.names.filter((each) => pattern.test(each)).slice(0, MOST_PARTS)) {
      const root = await readOptionalPart(archive, name);
      if (root) use(root);
    }
  };
  await read(/^xl\/drawings\/[^/]+\.xml$/i, (root) => {
    shapes.push(...descendants(root, 'txBody').flatMap((body) => paragraphs(body, 'p')));
  });
  await read(/^xl\/comments[^/]*\.xml$/i, (root) => {
    for (const remark of descendants(root, 'comment')) {
      const text = descendants(child(remark, 'text'), 't').map(innerText).join('').trim();
      if (text) shapes.push({ kind: 'comment', runs: [{ text: `${attribute(remark, 'ref') ?? ''}: ${text}` }] });
    }
  });
  if (isBlank) {
    await read(/^xl\/charts\/chart[^/]*\.xml$/i, (root) => rest.push(...chartBlocks(root)));
    await read(/^xl\/(work|chart)sheets\/[^/]+\.xml$/i, (root) => rest.push(...margins(root)));
  }
  return { shapes, rest };
}

/** Headers and footers of a printed sheet, without the codes for their place, font, page number and the like. */
function margins(sheet: XmlElement): LayoutBlock[] {
  return (child(sheet, 'headerFooter')?.children ?? [])
    .filter((each): each is XmlElement => typeof each !== 'string')
    .map((each) => ({
      name: each.name,
      text: innerText(each)
        .replace(/&("[^"]*"|\d+|[A-Za-z])/g, ' ')
        .trim(),
    }))
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => ({ kind: /Footer$/.test(name) ? 'footer' : 'header', runs: [{ text }] }));
}

/** Texts of shapes and remarks in an OpenDocument spreadsheet. */
export function odsBesideCells(odf: OdfPackage): BesideCells {
  const body = requireBody(odf, 'spreadsheet');
  const texts = (name: string, kind: 'paragraph' | 'comment'): LayoutBlock[] =>
    descendants(body, name)
      .flatMap((each) => descendants(each, 'p').map(innerText))
      .filter((text) => text.trim() !== '')
      .map((text) => ({ kind, runs: [{ text }] }));
  return {
    shapes: [...texts('text-box', 'paragraph'), ...texts('custom-shape', 'paragraph'), ...texts('annotation', 'comment')],
    rest: [],
  };
}

/** Texts of the shapes in the `Workbook` stream of an old Excel file; remarks on cells are shapes as well. */
export function biffBesideCells(stream: Buffer): BesideCells {
  const shapes: LayoutBlock[] = [];
  let length = 0;
  for (let at = 0; at + 4 <= stream.length && shapes.length < MOST_PARTS; ) {
    const [type, size] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    const body = stream.subarray(at + 4, at + 4 + size);
    if (type === TEXT_OBJECT && body.length >= 12) length = body.readUInt16LE(10);
    else if (type === CONTINUE && length > 0 && body.length > 1) {
      const text = body[0] === 0 ? body.toString('latin1', 1, 1 + length) : body.toString('utf16le', 1, 1 + 2 * length);
      for (const line of text.split(/[\r\n]+/)) if (line.trim()) shapes.push({ kind: 'paragraph', runs: [{ text: line }] });
      length = 0;
    } else length = 0;
    at += 4 + size;
  }
  return { shapes, rest: [] };
}
