import type { MergedFields, MergedRow } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Field, RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { plainFields } from '../schemas/plain-fields.ts';
import { isFigureColumn } from '../values/read-cell-text.ts';
import { evaluateRules } from './evaluate-rules.ts';

/**
 * The sum of a column, and the field of the document that it should equal or does. `difference` is how much too large the
 * sum is for that, 0 when it fits; null when nothing is known to compare with.
 */
export type ColumnTotal = { column: string; sum: number; missing: number; field: Field | null; difference: number | null };

function sumOf(rows: readonly MergedRow[], column: string): { sum: number; missing: number } | null {
  const values = rows.map((row) => ownValue(row.cells, column)?.value);
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return null;
  return { sum: Math.round(numbers.reduce((total, value) => total + value, 0) * 1e6) / 1e6, missing: values.length - numbers.length };
}

/** True for a price: times another figure of its row it makes a third, so that its own sum says nothing. */
function isFactor(rows: readonly MergedRow[], columns: readonly RowField[], column: string): boolean {
  const others = columns.filter(({ name }) => name !== column);
  const figure = (row: MergedRow, name: string) => {
    const value = ownValue(row.cells, name)?.value;
    return typeof value === 'number' ? value : null;
  };
  return others.some((count) =>
    others.some((product) => {
      if (count === product || count.type === 'money' || product.type !== 'money') return false;
      const full = rows.flatMap((row) => {
        const [price, times, made] = [figure(row, column), figure(row, count.name), figure(row, product.name)];
        return price === null || times === null || made === null ? [] : [{ times, fits: Math.abs(price * times - made) < 0.01 }];
      });
      return full.some(({ times, fits }) => fits && times !== 1) && full.filter(({ fits }) => fits).length * 2 > full.length;
    }),
  );
}

/** The rule that says what the sum of a column goes with, the field it names alone on a side, and how far apart the sides are. */
function ruleOfSum(schema: Pick<SchemaDraft, 'fields' | 'rules'>, fields: MergedFields, name: string, column: string) {
  const sum = new RegExp(`\\bsum\\(\\s*${name}\\.${column}\\s*\\)`);
  const rule = schema.rules.find(({ formula }) => sum.test(formula) && /[^<>!]=/.test(formula));
  if (!rule) return null;
  const [left = '', right = ''] = rule.formula.split(/==?/);
  const other = sum.test(left) ? right : left;
  const field = schema.fields.find((candidate) => candidate.name === other.trim()) ?? null;
  const [outcome] = evaluateRules([rule], plainFields(fields));
  if (typeof outcome?.left !== 'number' || typeof outcome.right !== 'number') return { field, difference: null };
  const apart = sum.test(left) ? outcome.left - outcome.right : outcome.right - outcome.left;
  return { field, difference: outcome.holds ? 0 : Math.round(apart * 1e6) / 1e6 };
}

/**
 * Sums of a table's columns of money but prices and, where a rule compares them, of other figures. The field to compare with is the
 * one a rule names; without a rule a money field with the very same value.
 */
export function columnTotals(schema: Pick<SchemaDraft, 'fields' | 'rules'>, fields: MergedFields, name: string): ColumnTotal[] {
  const rows = ownValue(fields, name);
  const columns = schema.fields.find((field) => field.name === name)?.fields ?? [];
  if (!Array.isArray(rows)) return [];
  return columns.filter(isFigureColumn).flatMap((column): ColumnTotal[] => {
    const total = sumOf(rows, column.name);
    const rule = ruleOfSum(schema, fields, name, column.name);
    if (!total || (column.type !== 'money' && !rule)) return [];
    if (rule) return [{ column: column.name, ...total, ...rule }];
    const twin = schema.fields.find((field) => {
      const entry = ownValue(fields, field.name);
      const value = entry && !Array.isArray(entry) && field.type === 'money' ? entry.value : null;
      return typeof value === 'number' && Math.abs(value - total.sum) < 0.005;
    });
    if (!twin && isFactor(rows, columns, column.name)) return [];
    const isTold = twin !== undefined && rows.length > 1;
    return [{ column: column.name, ...total, field: isTold ? twin : null, difference: isTold ? 0 : null }];
  });
}
