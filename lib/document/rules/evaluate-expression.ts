import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { PlainFields } from '../schemas/plain-fields.ts';
import { BudgetError, type FormulaBudget } from './formula-budget.ts';
import { type FormulaFunction, isOfAllRows } from './formula-functions.ts';
import type { Expression } from './parse-formula.ts';

const DAY = 86_400_000;

/** A side of a formula as worked out; null when a value is missing. */
export type Result = number | string | null;
/** What a formula is worked out over: the values, the 0-based row when it speaks of single rows, and the terms that are left. */
export type FormulaScope = { values: PlainFields; row: number | null; budget: FormulaBudget };

/** Rows field whose columns are named outside of aggregates, or null. */
export function rowsNamed(expression: Expression): string | null {
  switch (expression.kind) {
    case 'name':
      return expression.column ? expression.name : null;
    case 'negative':
      return rowsNamed(expression.of);
    case 'operation':
      return rowsNamed(expression.left) ?? rowsNamed(expression.right);
    case 'call':
      return isOfAllRows(expression.name) ? null : (expression.of.map(rowsNamed).find((name) => name !== null) ?? null);
    default:
      return null;
  }
}

function plain(value: Value | Record<string, Value>[] | undefined): Result {
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? Number(value) : null;
}

/** A term's value. @throws BudgetError when no terms are left */
export function evaluate(expression: Expression, scope: FormulaScope): Result {
  scope.budget.left -= 1;
  if (scope.budget.left < 0) throw new BudgetError();
  switch (expression.kind) {
    case 'number':
    case 'text':
      return expression.value;
    case 'name': {
      const value = ownValue(scope.values, expression.name);
      if (!expression.column) return plain(value);
      const row = Array.isArray(value) && scope.row !== null ? value[scope.row] : undefined;
      return row && typeof row === 'object' ? plain(ownValue(row, expression.column)) : null;
    }
    case 'negative': {
      const value = evaluate(expression.of, scope);
      return typeof value === 'number' ? -value : null;
    }
    case 'operation': {
      const left = evaluate(expression.left, scope);
      const right = evaluate(expression.right, scope);
      if (typeof left !== 'number' || typeof right !== 'number') return moveDate(left, expression.operator, right);
      if (expression.operator === '+') return left + right;
      if (expression.operator === '-') return left - right;
      if (expression.operator === '*') return left * right;
      return right === 0 ? null : left / right;
    }
    default:
      return evaluateCall(expression, scope);
  }
}

/** Days of 1970 onwards of an ISO date, or null. */
export function dayOf(value: Result): number | null {
  const time = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? null : time / DAY;
}

/** A date moved by days, or the days between two dates; null for all else. */
function moveDate(left: Result, operator: '+' | '-' | '*' | '/', right: Result): Result {
  const [from, to] = [dayOf(left), dayOf(right)];
  if (operator === '-' && from !== null && to !== null) return from - to;
  const [day, days] = typeof right === 'number' ? [from, right] : operator === '+' && typeof left === 'number' ? [to, left] : [null, 0];
  if (day === null || (operator !== '+' && operator !== '-')) return null;
  const moved = new Date((day + Math.round(operator === '-' ? -days : days)) * DAY);
  const year = moved.getUTCFullYear();
  return year >= 0 && year <= 9999 ? moved.toISOString().slice(0, 10) : null;
}

/** Functions of one value; null where it, or the count, is missing. @param count digits to round to, or characters to take */
function evaluateSingle(name: FormulaFunction, value: Result, count: Result): Result {
  if (typeof count !== 'number') return null;
  const most = Math.max(0, Math.round(count));
  if (typeof value === 'string') {
    const [year = '', month = ''] = dayOf(value) === null ? [] : value.split('-');
    if (name === 'year') return year === '' ? null : Number(year);
    if (name === 'month') return month === '' ? null : Number(month);
    const signs = [...value];
    if (name === 'length') return signs.length;
    if (name === 'left') return signs.slice(0, most).join('');
    return name === 'right' ? signs.slice(Math.max(0, signs.length - most)).join('') : null;
  }
  if (typeof value !== 'number') return null;
  const scale = 10 ** Math.min(10, most);
  if (name === 'abs') return Math.abs(value);
  return name === 'round' ? Math.round(value * scale + Number.EPSILON * value) / scale : null;
}

function evaluateCall(expression: Extract<Expression, { kind: 'call' }>, scope: FormulaScope): Result {
  const [first, second] = expression.of;
  if (!first) return null;
  if (!isOfAllRows(expression.name)) return evaluateSingle(expression.name, evaluate(first, scope), second ? evaluate(second, scope) : 0);
  if (expression.name === 'count' && first.kind === 'name' && !first.column) {
    const value = ownValue(scope.values, first.name);
    return Array.isArray(value) ? value.length : null;
  }
  const numbers = expression.of.flatMap((term) => {
    const rows = rowsNamed(term);
    const list = rows ? ownValue(scope.values, rows) : undefined;
    return Array.isArray(list) ? list.map((_, row) => evaluate(term, { ...scope, row })) : [evaluate(term, scope)];
  });
  const known = numbers.filter((value): value is number => typeof value === 'number');
  if (expression.name === 'count') return known.length;
  if (!known.length || known.length < numbers.length) return null;
  if (expression.name === 'min') return known.reduce((least, value) => Math.min(least, value));
  if (expression.name === 'max') return known.reduce((most, value) => Math.max(most, value));
  const total = known.reduce((sum, value) => sum + value, 0);
  return expression.name === 'avg' ? total / known.length : Math.round(total * 1e6) / 1e6;
}
