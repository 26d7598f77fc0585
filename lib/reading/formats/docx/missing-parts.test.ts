import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sniff } from '../../sniffing/sniff.ts';
import { blockTexts, type ReadBytes, readBytes } from '../../testing/read-bytes.ts';
import { zip } from '../../testing/whole-files.ts';
import { docxAdapter } from './docx-adapter.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const W = `xmlns:w="w" xmlns:r="r"`;

const p = (text: string, properties = '', more = '') => `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r>${more}</w:p>`;
const relations = (targets: Record<string, string>) =>
  `<Relationships>${Object.entries(targets).map(([target, type], index) => `<Relationship Id="r${index + 1}" Type="${TYPE}/${type}" Target="${target}"/>`)}</Relationships>`;

/** The parts of a Word file with a heading, a list, a note, a remark, a header and a footer. */
function wholeParts(): Record<string, string> {
  const note = (name: string, text: string) => `<w:${name}s ${W}><w:${name} w:id="2">${p(text)}</w:${name}></w:${name}s>`;
  return {
    '[Content_Types].xml': `<Types><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/></Types>`,
    '_rels/.rels': relations({ 'word/document.xml': 'officeDocument', 'docProps/core.xml': 'core-properties' }),
    'docProps/core.xml': '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>Offer</dc:title></cp:coreProperties>',
    'word/document.xml': `<w:document ${W}><w:body>${p('Offer 8812', '<w:pStyle w:val="Heading1"/>')}${p('first', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')}${p('Total 40', '', '<w:r><w:footnoteReference w:id="2"/></w:r>')}<w:sectPr><w:headerReference r:id="r5"/></w:sectPr></w:body></w:document>`,
    'word/_rels/document.xml.rels': relations({
      'styles.xml': 'styles',
      'numbering.xml': 'numbering',
      'footnotes.xml': 'footnotes',
      'comments.xml': 'comments',
      'header1.xml': 'header',
      'footer1.xml': 'footer',
    }),
    'word/styles.xml': `<w:styles ${W}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/numbering.xml': `<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1)"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/footnotes.xml': note('footnote', 'without tax'),
    'word/comments.xml': note('comment', 'ask Ann'),
    'word/header1.xml': `<w:hdr ${W}>${p('Oak and Sons')}</w:hdr>`,
    'word/footer1.xml': `<w:ftr ${W}>${p('Page one')}</w:ftr>`,
  };
}

const WHOLE = [
  'header: Oak and Sons',
  'heading: Offer 8812',
  'list_item: 1) first',
  'paragraph: Total 40[1]',
  'note: [1] without tax',
  'comment: ask Ann',
  'footer: Page one',
];

async function readWithout(...lost: string[]): Promise<ReadBytes & { blocks: string[] }> {
  return readWith(Object.fromEntries(lost.map((name) => [name, null])));
}

async function readWith(changes: Record<string, string | null>): Promise<ReadBytes & { blocks: string[] }> {
  const parts = Object.entries({ ...wholeParts(), ...changes }).filter((each): each is [string, string] => each[1] !== null);
  const bytes = zip(Object.fromEntries(parts));
  expect(await kindOf(bytes)).toBe(`${WORD}.document`);
  const read = await readBytes(docxAdapter, bytes);
  return { ...read, blocks: read.pages.flatMap(blockTexts) };
}

async function kindOf(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'missing-parts-'));
  try {
    await writeFile(path.join(folder, 'a.docx'), bytes);
    return await sniff(path.join(folder, 'a.docx'), 'a.docx');
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('a Word file with a missing part', () => {
  test('is read whole where the part says nothing of the text', async () => {
    for (const lost of [[], ['[Content_Types].xml'], ['_rels/.rels'], ['docProps/core.xml'], ['[Content_Types].xml', '_rels/.rels']]) {
      const { blocks, warnings } = await readWithout(...lost);
      expect([lost, blocks, warnings]).toEqual([lost, WHOLE, []]);
    }
  });

  test('is read whole where that part is damaged', async () => {
    for (const part of ['[Content_Types].xml', '_rels/.rels', 'docProps/core.xml']) {
      const { blocks } = await readWith({ [part]: '<Broken a="' });
      expect([part, blocks]).toEqual([part, WHOLE]);
    }
  });

  test('keeps its headings without the styles, and its lists without the numbers', async () => {
    const { blocks, warnings } = await readWithout('word/styles.xml', 'word/numbering.xml');
    expect(blocks).toEqual(WHOLE.map((each) => each.replace('1) first', '• first')));
    expect(warnings).toEqual([]);
  });

  test('finds its parts by their usual names where the list of them is missing, damaged or empty', async () => {
    const list = 'word/_rels/document.xml.rels';
    for (const text of [null, '<Relationships', '<Relationships/>']) {
      const { blocks, warnings } = await readWith({ [list]: text });
      expect([text, blocks, warnings]).toEqual([text, WHOLE, []]);
    }
  });

  test('finds a part by its usual name where its relation leads to none', async () => {
    const list = 'word/_rels/document.xml.rels';
    const { blocks } = await readWith({
      [list]: wholeParts()[list]!.replace('header1.xml', 'header9.xml').replace('footnotes.xml', 'notes/f.xml'),
    });
    expect(blocks).toEqual(WHOLE);
  });

  test('tells which texts are missing, and reads the rest', async () => {
    const { blocks, warnings } = await readWithout('word/footnotes.xml', 'word/header1.xml');
    expect(blocks).toEqual(WHOLE.filter((each) => !/^(header|note)/.test(each)));
    expect(warnings).toEqual(['Parts that this Word file names are missing or damaged: headers, footnotes. The rest was read.']);
    const damaged = await readWith({ 'word/comments.xml': '<w:comments><w:comment' });
    expect(damaged.warnings).toEqual(['Parts that this Word file names are missing or damaged: comments. The rest was read.']);
  });

  test('finds its text under another number where nothing names it', async () => {
    const { '_rels/.rels': _, 'word/document.xml': text = '', 'word/_rels/document.xml.rels': list = '' } = wholeParts();
    const { blocks } = await readWith({
      '[Content_Types].xml': null,
      '_rels/.rels': null,
      'word/document.xml': null,
      'word/_rels/document.xml.rels': null,
      'word/document2.xml': text,
      'word/_rels/document2.xml.rels': list,
    });
    expect(blocks).toEqual(WHOLE);
  });

  test('is refused with a sentence only when its text is missing', async () => {
    await expect(readWithout('word/document.xml')).rejects.toMatchObject({
      code: 'damaged_file',
      message: expect.stringContaining('text part'),
    });
    await expect(readWithout('word/document.xml', '[Content_Types].xml')).rejects.toMatchObject({
      code: 'damaged_file',
      message: expect.stringContaining('the part that holds its content is missing'),
    });
  });
});
