import type { ActionDraft, MergedRow } from '#lib/contract/desk/review.ts';
import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatPointer } from '../values/pointer.ts';
import { findDecimalSign, isSameValue, readCellText } from '../values/read-cell-text.ts';

/** A pasted cell that is not of its column's type. Row and column count from 0 in the table. */
export type Misfit = { row: number; column: string; text: string };
/** What a paste would do. */
export type Paste = { drafts: ActionDraft[]; cells: number; newRows: number; misfits: Misfit[]; cutOff: number };

/** Rows that one paste may add or change. */
const MOST_ROWS = 2000;

/** A quoted cell to its end; each quote inside is doubled. */
const QUOTED = /"([^"]*(?:""[^"]*)*)"(?=[\t\n]|$)/y;
const PLAIN = /[^\t\n]*/y;

/**
 * Splits tab-separated text as spreadsheets copy it: cells with line breaks or tabs stand in quotes. A cell that merely begins with a
 * quote is taken as it is.
 */
export function parseTabbed(text: string): string[][] {
  const rows: string[][] = [[]];
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const take = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  for (let at = 0; at <= source.length; at++) {
    const quoted = take(QUOTED, at);
    const [whole] = quoted ?? take(PLAIN, at)!;
    rows.at(-1)!.push(quoted ? quoted[1]!.replaceAll('""', '"') : whole);
    at += whole.length;
    if (source[at] === '\n') rows.push([]);
  }
  return rows;
}

/** Cells as tab-separated text, the way spreadsheets take it. */
export function formatTabbed(cells: readonly (readonly string[])[]): string {
  const quoted = (text: string) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return cells.map((row) => row.map(quoted).join('\t')).join('\n');
}

/**
 * What pasting cells into a table would do, beginning at a cell: values are read as their column's type, rows are added
 * at the end where the table is too short. A single cell fills the whole range it is pasted on. Cells that do not fit
 * their column are listed and left as they are.
 */
export function planPaste(input: {
  name: string;
  columns: readonly RowField[];
  rows: readonly MergedRow[];
  at: { row: number; column: number };
  /** The last cell of the range pasted on; like `at` for a single cell. */
  to: { row: number; column: number };
  cells: readonly (readonly string[])[];
}): Paste {
  const { name, columns, rows, at, to } = input;
  const [only] = input.cells.length === 1 && input.cells[0]?.length === 1 ? input.cells[0] : [];
  const filled = Array.from({ length: to.row - at.row + 1 }, () => Array.from({ length: to.column - at.column + 1 }, () => only ?? ''));
  const given = only === undefined ? input.cells.slice(0, MOST_ROWS) : filled;
  const plan: Paste = { drafts: [], cells: 0, newRows: 0, misfits: [], cutOff: input.cells.length - given.length };
  if (only !== undefined) plan.cutOff = 0;
  const sign = findDecimalSign(given.flat());
  given.forEach((texts, step) => {
    const row = at.row + step;
    const current = rows[row];
    const values = newRecord<{ value: Value; evidence: [] }>();
    texts.forEach((text, across) => {
      const column = columns[at.column + across];
      if (!column) return;
      const value = readCellText(column, text, { decimalSign: sign });
      if (value === null && text.trim() !== '') {
        plan.misfits.push({ row, column: column.name, text });
        return;
      }
      const cell = current && ownValue(current.cells, column.name);
      if (!current) {
        if (value !== null) values[column.name] = { value, evidence: [] };
      } else if (cell && !isSameValue(value, cell.value)) {
        plan.drafts.push(
          value === null ? { kind: 'clear', pointer: cell.pointer } : { kind: 'correct', pointer: cell.pointer, value, evidence: [] },
        );
      } else return;
      plan.cells += 1;
    });
    if (current) return;
    plan.drafts.push({ kind: 'insert_row', pointer: formatPointer(name, rows.length + plan.newRows), values });
    plan.newRows += 1;
  });
  return plan;
}
