import { describe, expect, test } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import { type ReadBytes, readBytes } from '../../testing/read-bytes.ts';
import { zip } from '../../testing/whole-files.ts';
import { spreadsheetAdapter } from './spreadsheet-adapter.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Book = {
  /** Cells by address: numbers, or texts. */
  cells: Record<string, number | string>;
  /** Of all cells. */
  format?: string;
  /** Number formats that rules show, by the number of their `dxf`; without one they only colour. */
  shown?: (string | null)[];
  /** What stands behind the cells. */
  rules: string;
};

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

function xlsx({ cells, format = 'General', shown = [], rules }: Book): Uint8Array {
  const rows = new Map<string, string[]>();
  for (const [address, value] of Object.entries(cells)) {
    const row = /\d+/.exec(address)![0];
    const cell =
      typeof value === 'number'
        ? `<c r="${address}" s="1"><v>${value}</v></c>`
        : `<c r="${address}" s="1" t="inlineStr"><is><t>${quoted(value)}</t></is></c>`;
    rows.set(row, [...(rows.get(row) ?? []), cell]);
  }
  const dxfs = shown.map((code, index) =>
    code === null ? '<dxf><fill/></dxf>' : `<dxf><numFmt numFmtId="${200 + index}" formatCode="${quoted(code)}"/></dxf>`,
  );
  const sheet = [...rows].map(([row, inner]) => `<row r="${row}">${inner.join('')}</row>`).join('');
  return zip({
    '[Content_Types].xml': `<Types xmlns="${TYPES}"><Override PartName="/xl/workbook.xml" ContentType="${XLSX}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="Bill" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="170" formatCode="${quoted(format)}"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="170" applyNumberFormat="1"/></cellXfs><dxfs count="${dxfs.length}">${dxfs.join('')}</dxfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData>${sheet}</sheetData>${rules}</worksheet>`,
  });
}

const on = (range: string, ...rules: string[]) => `<conditionalFormatting sqref="${range}">${rules.join('')}</conditionalFormatting>`;
const rule = (type: string, attributes: string, formulas: string[] = []) =>
  `<cfRule type="${type}" ${attributes}>${formulas.map((formula) => `<formula>${quoted(formula)}</formula>`).join('')}</cfRule>`;
const is = (value: string, dxf: number, priority = 1, more = '') =>
  rule('cellIs', `dxfId="${dxf}" priority="${priority}" operator="equal" ${more}`, [value]);

const read = (book: Book): Promise<ReadBytes> => readBytes(spreadsheetAdapter, xlsx(book), XLSX);
const textsOf = ({ pages }: ReadBytes) => pages.flatMap(({ tables }) => tables).flatMap(({ cells }) => cells.map(({ text }) => text));
const hiddenOf = (page: Page) => page.words.filter(({ hidden }) => hidden).map(({ text }) => text);

describe('a sheet whose meaning lies in conditional formats', () => {
  test('keeps the values behind icons, bars and colours, also where only these are shown', async () => {
    const cfvo = '<cfvo type="percent" val="0"/><cfvo type="percent" val="33"/><cfvo type="percent" val="67"/>';
    const rules = [
      on('A1:A3', `<cfRule type="iconSet" priority="1"><iconSet iconSet="3TrafficLights1" showValue="0">${cfvo}</iconSet></cfRule>`),
      on(
        'B1:B3',
        '<cfRule type="dataBar" priority="2"><dataBar showValue="0"><cfvo type="min"/><cfvo type="max"/><color rgb="FF638EC6"/></dataBar></cfRule>',
      ),
      on(
        'C1:C3',
        '<cfRule type="colorScale" priority="3"><colorScale><cfvo type="min"/><cfvo type="max"/><color rgb="FFF8696B"/><color rgb="FF63BE7B"/></colorScale></cfRule>',
      ),
    ].join('');
    const read1 = await read({ cells: { A1: 1, B1: 10, C1: 7, A2: 2, B2: 20, C2: 8, A3: 3, B3: 30, C3: 9 }, rules });
    expect(textsOf(read1)).toEqual(['1', '10', '7', '2', '20', '8', '3', '30', '9']);
    expect([hiddenOf(read1.pages[0]!), read1.warnings]).toEqual([[], []]);
  });

  test('keeps values that their own format hides, marked as hidden', async () => {
    for (const [format, hidden] of [
      [';;;', ['0', '5', 'a', 'text']],
      ['""', ['0', '5']],
      ['" ";" ";" "', ['0', '5']],
    ] as const) {
      const found = await read({ cells: { A1: 0, B1: 5, C1: 'a text' }, format, rules: on('A1:B1', is('5', 0)), shown: [null] });
      expect([format, textsOf(found), hiddenOf(found.pages[0]!)]).toEqual([format, ['0', '5', 'a text'], hidden]);
    }
  });

  test('leaves out zeros that a format for amounts hides', async () => {
    const found = await read({ cells: { A1: 0, B1: 1200 }, format: '#,##0;-#,##0;', rules: '' });
    expect(textsOf(found)).toEqual(['1,200']);
  });

  test('shows the text of a rule that has a number format', async () => {
    const found = await read({
      cells: { A1: 1, A2: 2, A3: 3, A4: 4.5, A5: 'open' },
      shown: ['"Paid"', '"Due: "0', '0.00" EUR"', ';;;"<"@">"'],
      rules: on(
        'A1:A5',
        is('1', 0),
        rule('cellIs', 'dxfId="1" priority="2" operator="between"', ['2', '3']),
        rule('cellIs', 'dxfId="2" priority="3" operator="greaterThan"', ['3']),
        is('"OPEN"', 3, 0),
      ),
    });
    expect(textsOf(found)).toEqual(['Paid', 'Due: 2', 'Due: 3', '4.50 EUR', '<open>']);
    expect(found.warnings).toEqual([]);
  });

  test.each([
    ['$B1="late"', ['late', 'Late!', 'on time', '1']],
    ['AND(A1=1,NOT(B1="on time"))', ['late', 'Late!', 'on time', '1']],
    ['IF(LEN(B1)>4,FALSE,A1*2-1=1)', ['late', 'Late!', 'on time', '1']],
    ['MOD(ROW(),2)=1', ['late', 'Late!', 'on time', '1']],
    ['OR(ISBLANK(C1),1>2)', ['late', 'Late!', 'on time', 'Late!']],
    ['$C$9&"x"="x"', ['late', 'Late!', 'on time', 'Late!']],
  ])('works out the formula of a rule: %s', async (formula, texts) => {
    const cells = { B1: 'late', A1: 1, B2: 'on time', A2: 1 };
    const found = await read({ cells, shown: ['"Late!"'], rules: on('A1:A2', rule('expression', 'dxfId="0" priority="1"', [formula])) });
    expect(textsOf(found).sort()).toEqual([...texts].sort());
    expect(found.warnings).toEqual([]);
  });

  test('takes the first rule, and none behind one that stops', async () => {
    const cells = { A1: 1, A2: 2 };
    const shown = ['"First"', '"Second"', null];
    const both = await read({ cells, shown, rules: on('A1:A2', is('1', 1, 5), is('1', 0, 4)) });
    expect(textsOf(both)).toEqual(['First', '2']);
    const stopped = await read({ cells, shown, rules: on('A1:A2', is('1', 2, 1, 'stopIfTrue="1"'), is('1', 0, 4)) });
    expect(textsOf(stopped)).toEqual(['1', '2']);
  });

  test('knows rules about texts, blanks and errors, and those of newer programs', async () => {
    const newer = `<extLst><ext><x14:conditionalFormattings xmlns:x14="x" xmlns:xm="y"><x14:conditionalFormatting><x14:cfRule type="cellIs" priority="9" operator="equal"><xm:f>7</xm:f><x14:dxf><numFmt numFmtId="300" formatCode="&quot;Seven&quot;"/></x14:dxf></x14:cfRule><xm:sqref>A1:A9</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`;
    const text = (type: string, dxf: number, said: string) => rule(type, `dxfId="${dxf}" priority="${dxf + 1}" text="${said}"`, ['0']);
    const found = await read({
      cells: { A1: 'red car', A2: 'blue car', A3: 'car red', A4: 7 },
      shown: ['0;;;"begins"', '0;;;"ends"', '0;;;"holds"'],
      rules: on('A1:A3', text('beginsWith', 0, 'RED'), text('endsWith', 1, 'red'), text('containsText', 2, 'lue')) + newer,
    });
    expect(textsOf(found)).toEqual(['begins', 'holds', 'ends', 'Seven']);
  });

  test('keeps the values and warns where a rule cannot be worked out', async () => {
    for (const formula of ['A1=TODAY()', 'Other!A1=1', 'A1=(', '('.repeat(400), 'VLOOKUP(A1,B:C,2)']) {
      const found = await read({
        cells: { A1: 1 },
        shown: ['"Paid"'],
        rules: on('A1', rule('expression', 'dxfId="0" priority="1"', [formula])),
      });
      expect([formula, textsOf(found)]).toEqual([formula, ['1']]);
      expect(found.warnings).toEqual([expect.stringContaining('conditional formats')]);
    }
    const top = await read({ cells: { A1: 1 }, shown: ['"Best"'], rules: on('A1', rule('top10', 'dxfId="0" priority="1" rank="1"')) });
    expect([textsOf(top), top.warnings.length]).toEqual([['1'], 1]);
  });

  test('that holds no values at all is an empty page', async () => {
    const found = await read({ cells: {}, shown: ['"Paid"'], rules: on('A1:Z99', rule('expression', 'dxfId="0" priority="1"', ['TRUE'])) });
    expect([found.pages.length, found.pages[0]!.words, found.warnings]).toEqual([1, [], []]);
  });

  test('with rules made to keep a program busy is read in time', async () => {
    const cells = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`A${index + 1}`, index]));
    const many = Array.from({ length: 3000 }, (_, index) => on('A1:XFD1048576 '.repeat(50), is(`${-index - 1}`, 0, index)));
    const start = performance.now();
    const found = await read({ cells, shown: ['"Paid"'], rules: many.join('') });
    expect(textsOf(found).length).toBe(3000);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
