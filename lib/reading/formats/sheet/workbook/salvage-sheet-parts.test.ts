import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { salvageSheetParts } from './salvage-sheet-parts.ts';

const inline = (xml: string) => `<c r="A1" t="inlineStr"><is>${xml}</is></c>`;

function cellsOf(rows: string, more: Record<string, string> = {}): string[] {
  const parts = Object.entries({ 'xl/worksheets/sheet1.xml': `<sheetData>${rows}</sheetData>`, ...more });
  const [sheet] = salvageSheetParts(Object.fromEntries(parts.map(([name, xml]) => [name, strToU8(xml)])));
  return (sheet?.rows ?? []).flatMap(({ cells }) => cells.map(({ text }) => text));
}

test('values, texts of their own and shared texts are found, without how they are spoken', () => {
  const rows = `<row r="1">${inline('<t>To</t><rPh sb="0"><t>no</t></rPh><t>kyo</t>')}<c r="B1"><v>4.5</v></c><c r="C1" t="s"><v>1</v></c><c r="D1"/></row>`;
  const shared = { 'xl/sharedStrings.xml': '<sst><si><t>no</t></si><si><t>Oak</t></si></sst>' };
  expect(cellsOf(rows, shared)).toEqual(['Tokyo', '4.5', 'Oak']);
});

test.each([['<rPh>'], ['<rPh '], ['<t '], ['<v ']])(
  'very many %s that never end within a cell are passed over in one go',
  (piece) => {
    expect(cellsOf(`<row r="1">${inline(`<t>Oak</t>${piece.repeat(100_000)}`)}</row>`)).toEqual(['Oak']);
  },
  60_000,
);

test.each([['<c '], ['<row '], ['<c:c '], ['<c>']])(
  'very many %s that never end are passed over in one go',
  (piece) => {
    expect(cellsOf(`<row r="1"><c r="A1"><v>7</v></c></row>${piece.repeat(100_000)}`)).toEqual(['7']);
  },
  60_000,
);
