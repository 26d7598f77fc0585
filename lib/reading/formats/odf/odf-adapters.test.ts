import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { blockTexts, readBytes } from '../../testing/read-bytes.ts';
import { spreadsheetAdapter } from '../sheet/spreadsheet-adapter.ts';
import { odpAdapter } from './odp-adapter.ts';
import { odtAdapter } from './odt-adapter.ts';

function odf(body: string, automatic = '', styles = '', more: Record<string, string> = {}): Uint8Array {
  const names = 'office text table draw style fo svg xlink presentation dc'.split(' ').map((name) => `xmlns:${name}="urn:${name}"`);
  const parts: Record<string, string> = {
    'content.xml': `<office:document-content ${names.join(' ')}><office:automatic-styles>${automatic}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${names.join(' ')}>${styles}</office:document-styles>`,
    ...more,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

describe('odtAdapter', () => {
  test('headings, numbered lists, tables, notes and comments become blocks', async () => {
    const automatic = `<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
      <text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style>
      <style:style style:name="B"><style:text-properties fo:font-weight="bold"/></style:style>`;
    const master =
      '<office:master-styles><style:master-page style:name="S"><style:header><text:p>Letterhead</text:p></style:header></style:master-page></office:master-styles>';
    const body = `<office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h text:outline-level="2">Terms</text:h>
      <text:p>Pay<text:s text:c="2"/><text:span text:style-name="B">now</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>in euro</text:p></text:note-body></text:note><office:annotation><dc:creator>I</dc:creator><text:p>why?</text:p></office:annotation></text:p>
      <text:list text:style-name="L1"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>deep</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>
      <table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Sum</text:p></table:table-cell><table:covered-table-cell/></table:table-row>
      <table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell></table:table-row></table:table></office:text>`;
    const { pages } = await readBytes(odtAdapter, odf(body, automatic, master));
    expect(blockTexts(pages[0])).toEqual([
      ...['header: Letterhead', 'heading: Terms', 'paragraph: Pay now[1]', 'list_item: 1. one', 'list_item: a) deep', 'list_item: 2. two'],
      ...['table: Sum x x', 'note: [1] in euro', 'comment: why?'],
    ]);
    expect(pages[0]?.words.find((word) => word.text.startsWith('now'))?.bold).toBe(true);
    expect(pages[0]?.tables[0]?.cells.map(({ text, row, column, column_span }) => [text, row, column, column_span])).toEqual([
      ['Sum', 0, 0, 2],
      ['x', 1, 0, 1],
      ['x', 1, 1, 1],
    ]);
  });

  test('formulas and sheets in a text are read', async () => {
    const frame = (name: string) => `<draw:frame><draw:object xlink:href="./${name}"/></draw:frame>`;
    const body = `<office:text><text:p>Energy ${frame('Object 1')}</text:p>${frame('Object 2')}</office:text>`;
    const math = `<math><semantics><mrow><mi>E</mi><mo>=</mo><mfrac><mrow><mi>m</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac><msup><mi>c</mi><mn>2</mn></msup><msqrt><mi>x</mi></msqrt></mrow><annotation>E</annotation></semantics></math>`;
    const sheet = `<o:document-content xmlns:o="o" xmlns:table="t" xmlns:text="x"><o:body><o:spreadsheet><table:table><table:table-row><table:table-cell><text:p>Net</text:p></table:table-cell></table:table-row></table:table></o:spreadsheet></o:body></o:document-content>`;
    const { pages } = await readBytes(odtAdapter, odf(body, '', '', { 'Object 1/content.xml': math, 'Object 2/content.xml': sheet }));
    expect(blockTexts(pages[0])).toEqual(['paragraph: Energy E=(m+1)/2c^2√x', 'table: Net']);
  });

  test('an encrypted file asks for its password', async () => {
    const manifest =
      '<manifest:manifest xmlns:manifest="m"><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>';
    await expect(readBytes(odtAdapter, odf('', '', '', { 'META-INF/manifest.xml': manifest }))).rejects.toMatchObject({
      code: 'password_required',
    });
  });
});

describe('odpAdapter', () => {
  test('what a master shows behind a slide is read after it: its texts, and footer, date and number where the slide shows them', async () => {
    const frame = (text: string, y: number, more = '') =>
      `<draw:frame svg:x="1in" svg:y="${y}in" svg:width="3in" svg:height="0.5in" ${more}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
    const master = [
      frame('Oak &amp; Sons', 7),
      frame('Click to edit', 1, 'presentation:class="title"'),
      ...['footer', 'page-number', 'date-time'].map((kind, index) => frame('?', 6 + index / 2, `presentation:class="${kind}"`)),
    ];
    const styles = `<office:master-styles><style:master-page style:name="M">${master.join('')}</style:master-page></office:master-styles>`;
    const shown = (name: string, more: string) =>
      `<style:style style:name="${name}"><style:drawing-page-properties ${more}/></style:style>`;
    const automatic = `${shown('A', 'presentation:display-footer="true" presentation:display-page-number="true" presentation:display-date-time="false"')}${shown('B', 'presentation:background-objects-visible="false"')}`;
    const page = (style: string, text: string) =>
      `<draw:page draw:master-page-name="M" draw:style-name="${style}" presentation:use-footer-name="f1">${frame(text, 3)}</draw:page>`;
    const declared =
      '<presentation:footer-decl presentation:name="f1">Offer 8812</presentation:footer-decl><presentation:footer-decl presentation:name="f2">Offer 9</presentation:footer-decl><presentation:footer-decl>Of none</presentation:footer-decl>';
    const { pages } = await readBytes(
      odpAdapter,
      odf(`<office:presentation>${declared}${page('A', 'One')}${page('B', 'Two')}</office:presentation>`, automatic, styles),
    );
    expect(pages.map(blockTexts)).toEqual([
      ['paragraph: One', 'footer: Oak & Sons', 'footer: Offer 8812', 'footer: 1'],
      ['paragraph: Two'],
    ]);
  });

  test('text stands at the place of its frame, notes below the slide', async () => {
    const styles = `<office:automatic-styles><style:page-layout style:name="PM"><style:page-layout-properties fo:page-width="10in" fo:page-height="5in"/></style:page-layout></office:automatic-styles>
      <office:master-styles><style:master-page style:name="M" style:page-layout-name="PM"/></office:master-styles>`;
    const frame = (text: string, more: string) =>
      `<draw:frame ${more} svg:width="4in" svg:height="1in"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
    const body = `<office:presentation><draw:page draw:name="One" draw:master-page-name="M">${frame('Body', 'svg:x="5in" svg:y="2in"')}${frame('Heads', 'presentation:class="title" svg:x="1in" svg:y="0in"')}
      <presentation:notes>${frame('Say it', 'presentation:class="notes"')}</presentation:notes></draw:page></office:presentation>`;
    const { pages } = await readBytes(odpAdapter, odf(body, '', styles));
    expect(blockTexts(pages[0])).toEqual(['heading: Heads', 'paragraph: Body', 'note: Say it']);
    const word = pages[0]!.words.find((each) => each.text === 'Body')!;
    expect(word.box[0]).toBeCloseTo((360 + 7.2) / 720, 3);
    expect([pages[0]?.name, pages[0]?.width]).toEqual(['One', 720]);
    expect(pages[0]!.height).toBeGreaterThan(360);
  });
});

describe('spreadsheetAdapter on OpenDocument', () => {
  test('cells hold the text that was shown; repeats, merges and hidden sheets are kept', async () => {
    const cell = (type: string, text: string, more = '') =>
      `<table:table-cell office:value-type="${type}" ${more}><text:p>${text}</text:p></table:table-cell>`;
    const body = `<office:spreadsheet><table:table table:name="Bill"><table:table-row>${cell('string', 'Title', 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row>
      <table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
      <table:table-row>${cell('currency', '12.00 €', 'table:formula="of:=SUM([.B1:.B4];[$Back.A1])"')}${cell('date', '01.02.26')}</table:table-row>
      <table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row></table:table>
      <table:table table:name="Back" table:style-name="H"><table:table-row>${cell('string', 'x')}</table:table-row></table:table></office:spreadsheet>`;
    const automatic = '<style:style style:name="H"><style:table-properties table:display="false"/></style:style>';
    const { pages } = await readBytes(spreadsheetAdapter, odf(body, automatic), 'application/vnd.oasis.opendocument.spreadsheet');
    expect(pages.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Bill', undefined],
      ['Back', true],
    ]);
    expect(pages[0]?.tables[0]?.cells.map(({ text, row, column, column_span }) => [text, row, column, column_span])).toEqual([
      ['Title', 0, 0, 2],
      ['12.00 €', 4, 0, 1],
      ['01.02.26', 4, 1, 1],
    ]);
    expect(pages[0]?.cell_addresses).toEqual(['A1', 'A5', 'A5', 'B5']);
    expect(pages[0]?.grid?.formulas).toEqual({ A5: 'SUM(B1:B4;$Back!A1)' });
  });
});
