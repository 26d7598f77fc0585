import CFB from 'cfb';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { blockTexts, readBytes } from '../../testing/read-bytes.ts';
import { docxAdapter } from './docx-adapter.ts';

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function relations(...list: [id: string, type: string, target: string, external?: boolean][]): string {
  const each = list.map(
    ([id, type, target, external]) =>
      `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
  );
  return `<Relationships>${each.join('')}</Relationships>`;
}

function docx(body: string, more: Record<string, string | Uint8Array> = {}, links = relations()): Uint8Array {
  const parts: Record<string, string | Uint8Array> = {
    '_rels/.rels': relations(['r1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': links,
    ...more,
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content])),
  );
}

const p = (text: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

describe('docxAdapter', () => {
  test('headings come from styles, their ancestors and outline levels', async () => {
    const styles = `<w:styles ${W}>
      <w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style>
      <w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="H2"/></w:style>
      <w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style></w:styles>`;
    const body =
      p('Contract', '<w:pStyle w:val="T"/>') +
      p('Parties', '<w:pStyle w:val="Mine"/>') +
      p('Terms', '<w:outlineLvl w:val="2"/>') +
      p('Text');
    const { pages, outline } = await readBytes(
      docxAdapter,
      docx(body, { 'word/styles.xml': styles }, relations(['s', 'styles', 'styles.xml'])),
    );
    expect(blockTexts(pages[0])).toEqual(['heading: Contract', 'heading: Parties', 'heading: Terms', 'paragraph: Text']);
    expect(outline.map(({ title, level, page }) => [title, level, page])).toEqual([
      ['Contract', 1, 1],
      ['Parties', 2, 1],
      ['Terms', 3, 1],
    ]);
  });

  test('numbered lists show the number that Word shows', async () => {
    const level = (index: number, format: string, text: string) =>
      `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering = `<w:numbering ${W}><w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum>
      <w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
    const item = (text: string, at: number) => p(text, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="5"/></w:numPr>`);
    const body = item('one', 0) + item('inner', 1) + item('next', 1) + item('two', 0) + item('again', 1);
    const { pages } = await readBytes(
      docxAdapter,
      docx(body, { 'word/numbering.xml': numbering }, relations(['n', 'numbering', 'numbering.xml'])),
    );
    expect(blockTexts(pages[0])).toEqual(['1. one', '1.a) inner', '1.b) next', '2. two', '2.a) again'].map((text) => `list_item: ${text}`));
  });

  test('tables keep merged cells, and text in inner tables', async () => {
    const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;
    const inner = `<w:tc><w:tbl><w:tr>${cell('in')}${cell('ner')}</w:tr></w:tbl><w:p/></w:tc>`;
    const body = `<w:tbl><w:tr>${cell('Wide', '<w:gridSpan w:val="2"/>')}${cell('Tall', '<w:vMerge w:val="restart"/>')}</w:tr>
      <w:tr>${cell('a')}${inner}${cell('', '<w:vMerge/>')}</w:tr></w:tbl>`;
    const { pages } = await readBytes(docxAdapter, docx(body));
    expect(
      pages[0]?.tables[0]?.cells.map(({ text, row, column, row_span, column_span }) => [text, row, column, row_span, column_span]),
    ).toEqual([
      ['Wide', 0, 0, 1, 2],
      ['Tall', 0, 2, 2, 1],
      ['a', 1, 0, 1, 1],
      ['in ner', 1, 1, 1, 1],
    ]);
  });

  test('insertions are text, deletions and field codes are not; a text box is read once', async () => {
    const box = `<w:txbxContent>${p('boxed')}</w:txbxContent>`;
    const body = `<w:p><w:r><w:t>kept </w:t></w:r><w:ins><w:r><w:t>added </w:t></w:r></w:ins><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>
      <w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>
      <w:r><w:t>7</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>
      <w:r><mc:AlternateContent><mc:Choice><w:drawing>${box}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    const { pages } = await readBytes(docxAdapter, docx(body));
    expect(blockTexts(pages[0])).toEqual(['paragraph: kept added 7', 'paragraph: boxed']);
  });

  test('content controls and old form fields become form fields with boxes', async () => {
    const control = (properties: string, text: string) =>
      `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent><w:r><w:t>${text}</w:t></w:r></w:sdtContent></w:sdt>`;
    const legacy =
      '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="old"/><w:checkBox><w:checked w:val="1"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
    const body = `<w:p>${control('<w:alias w:val="Agrees"/><w:tag w:val="agree"/><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>', '☒')}
      ${control('<w:tag w:val="name"/><w:text/>', 'Ida Ott')}${control('<w:tag w:val="city"/><w:showingPlcHdr/><w:text/>', 'Click here')}${legacy}</w:p>`;
    const { pages } = await readBytes(docxAdapter, docx(body));
    expect(pages[0]?.form_fields.map(({ name, kind, value, label }) => [name, kind, value, label])).toEqual([
      ['agree', 'checkbox', true, 'Agrees'],
      ['name', 'text', 'Ida Ott', null],
      ['city', 'text', null, null],
      ['old', 'checkbox', true, null],
    ]);
    expect(pages[0]?.tick_boxes.map(({ ticked }) => ticked)).toEqual([true, true]);
    for (const field of pages[0]!.form_fields) expect(field.box[2]).toBeGreaterThan(field.box[0]);
  });

  test('fields without a label get the words beside them', async () => {
    const control = (properties: string, text: string) =>
      `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent><w:r><w:t>${text}</w:t></w:r></w:sdtContent></w:sdt>`;
    const say = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const body = `<w:p>${say('Applicant: ')}${control('<w:tag w:val="t1"/><w:text/>', 'Ida')}</w:p>
      <w:p>${control('<w:tag w:val="c1"/><w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>', '☐')}${say(' paid in advance')}</w:p>`;
    const { pages } = await readBytes(docxAdapter, docx(body));
    expect(pages[0]?.form_fields.map(({ name, label, value }) => [name, label, value])).toEqual([
      ['t1', 'Applicant:', 'Ida'],
      ['c1', 'paid in advance', false],
    ]);
  });

  test('headers, footers, notes and comments are marked as such; links keep their address', async () => {
    const body = `${p('Body')}<w:p><w:hyperlink r:id="l"><w:r><w:t>site</w:t></w:r></w:hyperlink><w:r><w:footnoteReference w:id="3"/></w:r></w:p>`;
    const more = {
      'word/header1.xml': `<w:hdr ${W}>${p('Letterhead')}</w:hdr>`,
      'word/footer1.xml': `<w:ftr ${W}>${p('Bank details')}</w:ftr>`,
      'word/footnotes.xml': `<w:footnotes ${W}><w:footnote w:id="0" w:type="separator">${p('x')}</w:footnote><w:footnote w:id="3">${p('See annex')}</w:footnote></w:footnotes>`,
      'word/comments.xml': `<w:comments ${W}><w:comment w:id="1" w:author="Ida">${p('Check')}</w:comment></w:comments>`,
    };
    const links = relations(
      ['h', 'header', 'header1.xml'],
      ['f', 'footer', 'footer1.xml'],
      ['n', 'footnotes', 'footnotes.xml'],
      ['c', 'comments', 'comments.xml'],
      ['l', 'hyperlink', 'https://mill.example/a', true],
    );
    const { pages } = await readBytes(docxAdapter, docx(body, more, links));
    expect(blockTexts(pages[0])).toEqual([
      ...['header: Letterhead', 'paragraph: Body', 'paragraph: site [1]', 'note: [1] See annex', 'comment: Comment by Ida: Check'],
      'footer: Bank details',
    ]);
    expect(pages[0]?.links.map(({ url }) => url)).toEqual(['https://mill.example/a']);
  });

  test('embedded files are kept, also those inside OLE objects; a broken style part does no harm', async () => {
    const text = (value: string) => Buffer.from(`${value}\0`, 'latin1');
    const length = (value: number) => Buffer.from(new Uint32Array([value]).buffer);
    const native = Buffer.concat([
      length(0),
      Buffer.from([2, 0]),
      text('note.txt'),
      text('C:\\note.txt'),
      length(0x30000),
      length(2),
      text('t'),
      length(5),
      Buffer.from('hello'),
    ]);
    const container = CFB.utils.cfb_new();
    CFB.utils.cfb_add(container, '/\u0001Ole10Native', native);
    const more = {
      'word/embeddings/Sheet1.xlsx': 'workbook',
      'word/embeddings/oleObject1.bin': new Uint8Array(CFB.write(container, { type: 'buffer' }) as Uint8Array),
      'word/embeddings/oleObject2.bin': 'no object',
      'word/styles.xml': 'broken',
    };
    const { attachments, kept, pages } = await readBytes(docxAdapter, docx(p('Body'), more, relations(['s', 'styles', 'styles.xml'])));
    expect(attachments.map(({ name }) => name)).toEqual(['Sheet1.xlsx', 'note.txt']);
    expect(kept.get('note.txt')?.toString()).toBe('hello');
    expect(blockTexts(pages[0])).toEqual(['paragraph: Body']);
  });

  test('a page break begins a new page', async () => {
    const { pages } = await readBytes(docxAdapter, docx(`<w:p><w:r><w:t>one</w:t><w:br w:type="page"/><w:t>two</w:t></w:r></w:p>`));
    expect(pages.map((page) => page.words.map((word) => word.text))).toEqual([['one'], ['two']]);
  });

  test('a file without its text part, and text that is no XML, are damaged', async () => {
    await expect(readBytes(docxAdapter, zipSync({ 'a.xml': strToU8('<a/>') }))).rejects.toMatchObject({ code: 'damaged_file' });
    await expect(readBytes(docxAdapter, docx('', { 'word/document.xml': 'no xml' }))).rejects.toMatchObject({ code: 'damaged_file' });
  });
});
