import { describe, expect, test } from 'vitest';
import { lineTexts, readBytes } from '../../testing/read-bytes.ts';
import { ods, zip } from '../../testing/whole-files.ts';
import { spreadsheetAdapter } from './spreadsheet-adapter.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function xlsx(rows: string, more: Record<string, string> = {}, after = ''): Uint8Array {
  return zip({
    '[Content_Types].xml': `<Types xmlns="${TYPES}"><Override PartName="/xl/workbook.xml" ContentType="${XLSX}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="Bill" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData>${rows}</sheetData>${after}</worksheet>`,
    ...more,
  });
}

const ROW = '<row r="1"><c r="A1"><v>42</v></c></row>';
const drawing =
  '<x:wsDr xmlns:x="x" xmlns:a="a"><x:sp><x:txBody><a:p><a:r><a:t>Pay within 14 days</a:t></a:r></a:p></x:txBody></x:sp></x:wsDr>';

async function pagesOf(file: Uint8Array, mediaType = XLSX): Promise<string[][]> {
  return (await readBytes(spreadsheetAdapter, file, mediaType)).pages.map(lineTexts);
}

describe('what a workbook says beside its cells', () => {
  test('texts of shapes and remarks on cells stand on a page after the sheets', async () => {
    const comments = `<comments ${MAIN}><commentList><comment ref="A1"><text><t>Checked by Ann</t></text></comment></commentList></comments>`;
    const file = xlsx(ROW, { 'xl/drawings/drawing1.xml': drawing, 'xl/comments1.xml': comments });
    expect(await pagesOf(file)).toEqual([['42'], ['Pay within 14 days', 'A1: Checked by Ann']]);
  });

  test('page headers are told of a workbook that says nothing else', async () => {
    const head = '<headerFooter><oddHeader>&amp;LAcme Ltd&amp;RPage &amp;P</oddHeader></headerFooter>';
    expect(await pagesOf(xlsx('', {}, head))).toEqual([[], ['Acme Ltd Page']]);
    expect(await pagesOf(xlsx(ROW, {}, head))).toEqual([['42']]);
  });

  test('shapes and remarks of OpenDocument sheets are read', async () => {
    const shape = '<table:shapes><draw:custom-shape xmlns:draw="d"><text:p>In a shape</text:p></draw:custom-shape></table:shapes>';
    const remark = '<o:annotation><text:p>A remark</text:p></o:annotation>';
    const file = ods(
      `<table:table table:name="A">${shape}<table:table-row><table:table-cell>${remark}<text:p>7</text:p></table:table-cell></table:table-row></table:table>`,
    );
    expect(await pagesOf(file, ODS)).toEqual([['7'], ['In a shape', 'A remark']]);
  });
});

describe('workbooks whose library gives up', () => {
  test('keep the cells of a sheet whose shared texts are lost, with a warning', async () => {
    const { pages, warnings } = await readBytes(
      spreadsheetAdapter,
      xlsx('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>42</v></c></row>'),
      XLSX,
    );
    expect(pages.map(lineTexts)).toEqual([['42']]);
    expect(warnings[0]).toMatch(/damaged/);
  });

  test('are read by their parts when the list of parts is wrong', async () => {
    const cells = '<row r="2"><c r="C2" t="inlineStr"><is><t>Bolts &amp; nuts</t></is></c><c t="b"><v>1</v></c></row>';
    const { pages, warnings } = await readBytes(spreadsheetAdapter, xlsx(cells, { '[Content_Types].xml': '<Types/>' }), XLSX);
    expect(pages.map(({ name }) => name)).toEqual(['Bill']);
    expect(pages[0]?.tables[0]?.cells.map(({ text }) => text)).toEqual(['Bolts & nuts', 'TRUE']);
    expect(pages[0]?.cell_addresses?.at(-1)).toBe('D2');
    expect(warnings[0]).toMatch(/damaged/);
  });
});
