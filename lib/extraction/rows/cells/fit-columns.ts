import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';
import { type Column, keyOfColumn } from '../layout/column.ts';
import type { RawRow } from '../layout/raw-row.ts';
import { figuresOfCell } from './cell-text.ts';
import { readCell } from './read-cell.ts';

/** Share of the rows whose product must fit for columns to be exchanged, and above which they stay as their headings say. */
const FITS = 0.65;
const ENOUGH = 0.5;
const MOST_COLUMNS = 10;
/** Rows that are looked at. */
const MOST_ROWS = 40;

/** True when quantity times price is the total, up to rounding. */
export function isProduct(quantity: number, price: number, total: number): boolean {
  return Math.abs(quantity * price - total) <= 0.011 + 0.0006 * Math.abs(total);
}

/** Rows whose quantity times price is their total. */
export function countFits(
  context: ExtractionContext,
  rows: readonly RawRow[],
  profiles: readonly FieldProfile[],
  fields: readonly RowField[],
): number {
  const roles = rolesOf(profiles);
  return rows.filter(({ cells }) => {
    const [quantity, price, total] = roles.map((role) => {
      const cell = cells.get(role);
      const value = cell && fields[role] ? readCell(fields[role], cell.text, context.pool.locale) : null;
      return typeof value === 'number' ? value : Number.NaN;
    });
    return isProduct(quantity ?? Number.NaN, price ?? Number.NaN, total ?? Number.NaN);
  }).length;
}

/** The fields that are quantity, price and total of a row; -1 for one that the schema lacks. */
function rolesOf(profiles: readonly FieldProfile[]): number[] {
  return ['quantity', 'unit_price', 'line_total'].map((id) => profiles.findIndex(({ concepts }) => concepts[0]?.id === id));
}

/**
 * Lets arithmetic say which columns are quantity, price and total, where as the headings were understood hardly any row's
 * product fits and another choice among them and the unnamed columns makes nearly all fit. Of two such choices the one with the
 * better headings. Changes columns and cells in place, and takes the cells of unnamed columns out.
 */
export function fitColumns(
  context: ExtractionContext,
  rows: readonly RawRow[],
  columns: readonly Column[],
  profiles: readonly FieldProfile[],
  fields: readonly RowField[],
): void {
  const roles = rolesOf(profiles);
  if (roles.every((role) => role >= 0) && rows.length) exchange(context, rows, columns, roles, fields);
  for (const row of rows) for (const key of [...row.cells.keys()]) if (key < 0) row.cells.delete(key);
}

function exchange(
  context: ExtractionContext,
  rows: readonly RawRow[],
  columns: readonly Column[],
  roles: readonly number[],
  fields: readonly RowField[],
): void {
  const looked = rows.slice(0, MOST_ROWS);
  const money = fields[roles[2] ?? -1];
  if (!money) return;
  const figures = columns.map((column, at) =>
    looked.map((row) => {
      const cell = row.cells.get(keyOfColumn(column, at));
      return (cell ? figuresOfCell(context, cell, money) : []).flatMap(({ value }) => (typeof value === 'number' ? value : []));
    }),
  );
  const places = columns.flatMap((column, at) => {
    const filled = figures[at]?.filter((values) => values.length > 0).length ?? 0;
    return (column.field < 0 || roles.includes(column.field)) && filled * 4 >= looked.length * 3 ? [at] : [];
  });
  if (places.length < 3 || places.length > MOST_COLUMNS) return;
  const fitsOf = (choice: readonly number[]): number =>
    looked.filter((_, row) => {
      const [as, bs, cs] = choice.map((at) => figures[at]?.[row] ?? []);
      return as?.some((a) => bs?.some((b) => cs?.some((c) => c !== 0 && isProduct(a, b, c))));
    }).length;
  const current = roles.map((role) => columns.findIndex(({ field }) => field === role));
  if (fitsOf(current) >= ENOUGH * looked.length) return;
  let best: { choice: number[]; fits: number; names: number } | null = null;
  for (const a of places)
    for (const b of places)
      for (const c of places) {
        if (a === b || a === c || b === c) continue;
        const choice = [a, b, c];
        const fits = fitsOf(choice);
        const plain = looked.every((_, row) => figures[a]?.[row]?.[0] === 1 || figures[b]?.[row]?.[0] === 1);
        if (fits < FITS * looked.length || (looked.length === 1 && plain)) continue;
        const names = choice.reduce((sum, at, role) => sum + (columns[at]?.scores[roles[role] ?? -1] ?? 0), 0);
        if (!best || fits > best.fits || (fits === best.fits && names > best.names)) best = { choice, fits, names };
      }
  if (best) assign(rows, columns, roles, best.choice);
}

function assign(rows: readonly RawRow[], columns: readonly Column[], roles: readonly number[], choice: readonly number[]): void {
  const before = columns.map(keyOfColumn);
  columns.forEach((column, at) => {
    const role = choice.indexOf(at);
    if (role >= 0) Object.assign(column, { field: roles[role] ?? -1, score: Math.max(column.score, 0.6) });
    else if (roles.includes(column.field)) Object.assign(column, { field: -1, score: 0 });
  });
  for (const row of rows) {
    const cells = before.map((key) => row.cells.get(key));
    for (const key of before) row.cells.delete(key);
    columns.forEach((column, at) => {
      const cell = cells[at];
      if (cell) row.cells.set(keyOfColumn(column, at), cell);
    });
  }
}
