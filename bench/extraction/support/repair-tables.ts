import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import { type Field, fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Page, Reading, Table } from '#lib/contract/service/reading.ts';
import { evidenceOfWords } from '#lib/document/geometry/page-lines.ts';
import { textKey } from '#lib/document/values/fold-text.ts';
import { findDecimalSign, readCellText } from '#lib/document/values/read-cell-text.ts';

type TrueTable = { cells: { r: number; c: number; r2: number; c2: number; text: string }[] };
type Found = { name: string; reading: Reading; field: Field; rows: ExtractedRow[] };

const FEWEST_ROWS = 8;

/** Tables of a reading whose cells agree with the truth, as rows of a made schema: a column of figures is a number column. */
export function tablesOfReading(name: string, reading: Reading, truth: object): Found[] {
  const wanted = ((truth as { tables?: TrueTable[] }).tables ?? []).map((table) => new Set(table.cells.map(({ text }) => textKey(text))));
  return reading.pages.flatMap((page) =>
    page.tables.flatMap((table, index) => {
      const keys = table.cells.map(({ text }) => textKey(text)).filter((key) => key !== '');
      const isTrue = wanted.some((texts) => keys.filter((key) => texts.has(key)).length >= 0.98 * keys.length);
      const found = isTrue ? asRows(page, table) : null;
      return found ? [{ name: `${name} ${page.number}.${index + 1}`, reading, ...found }] : [];
    }),
  );
}

function asRows(page: Page, table: Table): { field: Field; rows: ExtractedRow[] } | null {
  const grid = Array.from({ length: table.row_count }, () => new Map<number, Table['cells'][number]>());
  for (const cell of table.cells)
    if (cell.row_span === 1 && cell.column_span === 1 && cell.words.length > 0) grid[cell.row]?.set(cell.column, cell);
  const isFigure = (text: string) => /\d/.test(text) && readCellText({ type: 'number' }, text) !== null && !/\p{L}/u.test(text);
  const body = grid.filter(
    (row) => row.size >= Math.max(2, 0.7 * table.column_count) && [...row.values()].some(({ text }) => isFigure(text)),
  );
  const isHeading = (row: (typeof body)[number]) => [...row.values()].filter(({ text }) => isFigure(text)).length < 0.5 * row.size;
  while (body[0] && (isHeading(body[0]) || [...body[0].values()].some(({ header }) => header))) body.shift();
  if (body.length < FEWEST_ROWS || table.column_count < 3) return null;
  const sign = findDecimalSign(body.flatMap((row) => [...row.values()].map(({ text }) => text)));
  const fields = Array.from({ length: table.column_count }, (_, column) => {
    const texts = body.flatMap((row) => row.get(column)?.text ?? []);
    const figures = texts.filter(isFigure).length;
    return { name: `column_${column + 1}`, type: texts.length > 0 && figures >= 0.9 * texts.length ? 'number' : 'string' };
  });
  const field = fieldSchema.parse({ name: 'table', type: 'rows', fields });
  const rows = body.map((row) =>
    Object.fromEntries(
      (field.fields ?? []).map((column, index): [string, ExtractedValue] => {
        const cell = row.get(index);
        const value = cell ? readCellText(column, cell.text, { decimalSign: sign }) : null;
        const evidence = cell && value !== null ? [evidenceOfWords(page, cell.words)] : [];
        return [column.name, { value, text: cell && value !== null ? cell.text : null, confidence: 0.9, evidence, candidates: [] }];
      }),
    ),
  );
  return { field, rows };
}
