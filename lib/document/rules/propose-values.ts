import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { PlainFields } from '../schemas/plain-fields.ts';
import { fitsGap } from './compare-sides.ts';
import { dayOf, evaluate, type FormulaScope, type Result } from './evaluate-expression.ts';
import { BudgetError } from './formula-budget.ts';
import { isOfAllRows } from './formula-functions.ts';
import type { Comparison, Expression } from './parse-formula.ts';

/** A value that would make a broken rule hold; `pointer` is a JSON Pointer such as `/grand_total` or `/line_items/2/amount`. */
export type Proposal = { pointer: string; value: number | string };

/** Cells of one column that are named, and for which proposals are made. */
export const MOST_CELLS = 60;

/** JSON Pointers of the values that take part in a term; of a column no more than proposals are made for. */
export function pointersOf(expression: Expression, scope: FormulaScope): string[] {
  switch (expression.kind) {
    case 'name': {
      if (!expression.column) return Array.isArray(ownValue(scope.values, expression.name)) ? [] : [`/${expression.name}`];
      if (scope.row !== null) return [`/${expression.name}/${scope.row}/${expression.column}`];
      const list = ownValue(scope.values, expression.name);
      return Array.isArray(list) ? list.slice(0, MOST_CELLS).map((_, row) => `/${expression.name}/${row}/${expression.column}`) : [];
    }
    case 'negative':
      return pointersOf(expression.of, scope);
    case 'operation':
      return [...pointersOf(expression.left, scope), ...pointersOf(expression.right, scope)];
    case 'call':
      return expression.of.flatMap((term) => pointersOf(term, isOfAllRows(expression.name) ? { ...scope, row: null } : scope));
    default:
      return [];
  }
}

/** For a field that should equal a date: that date. Null when the sides are no dates. */
export function proposeDates({ left, right }: Comparison, scope: FormulaScope, ...sides: [Result, Result]): Proposal[] | null {
  if (sides.some((side) => dayOf(side) === null)) return null;
  return [left, right].flatMap((side, at) => {
    const [pointer] = side.kind === 'name' ? pointersOf(side, scope) : [];
    const value = sides[1 - at];
    return pointer && typeof value === 'string' ? [{ pointer, value }] : [];
  });
}

/** For each value that takes part: what it would have to be, found where the rule depends on it in a straight line. */
export function proposeValues(comparison: Comparison, scope: FormulaScope, pointers: readonly string[]): Proposal[] {
  try {
    return pointers.slice(0, MOST_CELLS).flatMap((pointer) => proposeFor(pointer, comparison, scope, pointers.length));
  } catch (error) {
    if (error instanceof BudgetError) return [];
    throw error;
  }
}

function proposeFor(pointer: string, comparison: Comparison, scope: FormulaScope, parts: number): Proposal[] {
  const gap = (values: PlainFields): number | null => {
    const left = evaluate(comparison.left, { ...scope, values });
    const right = evaluate(comparison.right, { ...scope, values });
    return typeof left === 'number' && typeof right === 'number' ? left - right : null;
  };
  const at0 = gap(withValue(scope, pointer, 0));
  const at1 = gap(withValue(scope, pointer, 1));
  if (at0 === null || at1 === null || Math.abs(at1 - at0) < 1e-9) return [];
  const value = Math.round((-at0 / (at1 - at0)) * 100) / 100;
  const check = gap(withValue(scope, pointer, value));
  return check !== null && fitsGap(check, parts) ? [{ pointer, value }] : [];
}

function withValue({ values, budget }: FormulaScope, pointer: string, value: number): PlainFields {
  const [, name = '', row, column] = pointer.split('/');
  if (row === undefined || column === undefined) return { ...values, [name]: value };
  const list = ownValue(values, name);
  if (!Array.isArray(list)) return values;
  // copying a row costs less than working out a term
  budget.left -= list.length / 8;
  return {
    ...values,
    [name]: list.map((entry, index) =>
      index === Number(row) && typeof entry === 'object' ? { ...entry, [column]: value } : entry,
    ) as Record<string, Value>[],
  };
}
