import { expect, test } from 'vitest';
import { readXmlWorkbook } from './read-xml-workbook.ts';

const NAMESPACE = 'urn:schemas-microsoft-com:office:spreadsheet';

function workbook(rows: string, encoding = 'UTF-8'): string {
  return `<?xml version="1.0" encoding="${encoding}"?><Workbook xmlns="${NAMESPACE}" xmlns:ss="${NAMESPACE}"><Worksheet ss:Name="Möbel"><Table>${rows}</Table></Worksheet></Workbook>`;
}

const cell = (text: string) => `<Cell><Data ss:Type="String">${text}</Data></Cell>`;
const textsOf = async (bytes: Uint8Array) =>
  (await readXmlWorkbook(bytes)).sheets.map(({ name, rows }) => [name, ...rows.flatMap((row) => row.cells.map(({ text }) => text))]);

test('cells of the XML of Excel 2003 are read, in whatever encoding it is written', async () => {
  const rows = `<Row ss:Index="3">${cell('Stühle')}<Cell ss:Index="5"><Data ss:Type="Number">12</Data></Cell></Row>`;
  const expected = [['Möbel', 'Stühle', '12']];
  expect(await textsOf(new TextEncoder().encode(workbook(rows)))).toEqual(expected);
  expect(await textsOf(Buffer.from(workbook(rows, 'ISO-8859-1'), 'latin1'))).toEqual(expected);
  expect(await textsOf(Buffer.from(`\uFEFF${workbook(rows, 'UTF-16')}`, 'utf16le'))).toEqual(expected);
});

test('words of a cell that look like a place are only words', async () => {
  expect(await textsOf(Buffer.from(workbook(`<Row>${cell('Index="many"')}</Row>`)))).toEqual([['Möbel', 'Index="many"']]);
});

test.each([
  '<Column ss:Span="100000000"/>',
  "<Column ss:Span = '100000000'/>",
  '<Column ss:Span="&#49;00000000"/>',
  '<Row ss:Index="1000000000"><Cell ss:Index="1000000000"/></Row>',
  '<Row><Cell ss:MergeAcross="2e9" ss:MergeDown="2000000000"/></Row>',
  '<Column ss:Span="1000000"/>'.repeat(50),
])('places beyond any sheet are refused before room is made for them: %s', async (rows) => {
  await expect(readXmlWorkbook(Buffer.from(workbook(rows)))).rejects.toThrow('where no sheet reaches');
  await expect(readXmlWorkbook(Buffer.from(`\uFEFF${workbook(rows)}`, 'utf16le'))).rejects.toThrow('where no sheet reaches');
});
