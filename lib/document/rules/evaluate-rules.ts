import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { Rule } from '#lib/contract/service/extraction-schema.ts';
import type { PlainFields } from '../schemas/plain-fields.ts';
import { type Comparison, type Expression, FormulaError, parseFormula } from './parse-formula.ts';

/** A value that would make a broken rule hold; `pointer` is a JSON Pointer such as `/grand_total` or `/line_items/2/amount`. */
export type Proposal = { pointer: string; value: number | string };

/**
 * Outcome of a rule, or of a rule for one row. `holds`: null when a value is missing or the formula cannot be read (then
 * `problem` says why). `left` and `right` are the sides as worked out.
 */
export type RuleOutcome = {
  rule: Rule;
  /** 0-based row when the rule speaks of single rows. */
  row: number | null;
  holds: boolean | null;
  left: number | string | null;
  right: number | string | null;
  /** Pointers of the values that take part. */
  pointers: string[];
  proposals: Proposal[];
  problem: string | null;
};

type Result = number | string | null;
type Place = { values: PlainFields; row: number | null; work: Work };
/** Terms that may still be worked out. */
export type Work = { left: number };

/** A rule's `problem` when there was no time to judge it: its formula, or all of them, go through the rows too often. */
export const TOO_MUCH_WORK = 'The rules take too long with so many rows; simplify them.';
/** Terms that are worked out for all rules of a document together, and for their proposals; each is some tenths of a second. */
const MOST_TERMS = 1_000_000;
class WorkError extends Error {
  override name = 'WorkError';
}

/** What may be spent on the rules of one document. */
export function createWork(): Work {
  return { left: MOST_TERMS };
}

const UNLIKE = 'The two sides cannot be compared: one is a number, the other a date or a text.';
const DAY = 86_400_000;

/** Cells of one column for which proposals are made. */
const MOST_CELLS = 60;
/** Rows of one rule for which proposals are made; trying one goes through all rows. */
const MOST_ROWS = 200;

/**
 * Evaluates rules over plain values. A rule that names columns outside of `sum` and the like is evaluated for every row.
 * The work is bounded whatever the formulas are; a rule that it does not reach for has the problem `TOO_MUCH_WORK`.
 */
export function evaluateRules(rules: readonly Rule[], values: PlainFields): RuleOutcome[] {
  const work = createWork();
  const proposing = createWork();
  return rules.flatMap((rule) => {
    try {
      return judge(rule, parseFormula(rule.formula), { values, row: null, work }, proposing);
    } catch (error) {
      const problem =
        error instanceof FormulaError ? error.message : error instanceof WorkError ? TOO_MUCH_WORK : 'The formula cannot be read.';
      return [{ rule, row: null, holds: null, left: null, right: null, pointers: [], proposals: [], problem }];
    }
  });
}

function judge(rule: Rule, comparison: Comparison, place: Place, proposing: Work): RuleOutcome[] {
  const rows = rowsNamed(comparison.left) ?? rowsNamed(comparison.right);
  if (!rows) return [outcome(rule, comparison, place, proposing)];
  const list = ownValue(place.values, rows);
  let broken = 0;
  return Array.isArray(list)
    ? list.map((_, row) => {
        const judged = outcome(rule, comparison, { ...place, row }, broken < MOST_ROWS ? proposing : null);
        if (judged.holds === false) broken += 1;
        return judged;
      })
    : [];
}

/** Rows field whose columns are named outside of aggregates, or null. */
function rowsNamed(expression: Expression): string | null {
  switch (expression.kind) {
    case 'name':
      return expression.column ? expression.name : null;
    case 'negative':
      return rowsNamed(expression.of);
    case 'operation':
      return rowsNamed(expression.left) ?? rowsNamed(expression.right);
    case 'call':
      return expression.name === 'abs' || expression.name === 'round'
        ? (expression.of.map(rowsNamed).find((name) => name !== null) ?? null)
        : null;
    default:
      return null;
  }
}

function outcome(rule: Rule, comparison: Comparison, place: Place, proposing: Work | null): RuleOutcome {
  const left = evaluate(comparison.left, place);
  const right = evaluate(comparison.right, place);
  const pointers = [...new Set([...pointersOf(comparison.left, place), ...pointersOf(comparison.right, place)])];
  const problem = left !== null && right !== null && typeof left !== typeof right ? UNLIKE : null;
  const holds = left === null || right === null || problem ? null : compare(left, comparison.operator, right, pointers.length);
  const isBroken = holds === false && comparison.operator === '=';
  const proposals =
    proposing && isBroken
      ? (proposeDates(comparison, place, left, right) ?? propose(comparison, { ...place, work: proposing }, pointers))
      : [];
  return { rule, row: place.row, holds, left, right, pointers, proposals, problem };
}

function compare(left: number | string, operator: Comparison['operator'], right: number | string, parts: number): boolean {
  const order =
    typeof left === 'number' && typeof right === 'number'
      ? numeric(left - right, parts)
      : String(left) < String(right)
        ? -1
        : String(left) > String(right)
          ? 1
          : 0;
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}

/**
 * How far the left side of a rule is over the right, as the values are; null when a value is missing, the sides are no amounts, or the
 * formula cannot be read, speaks of single rows or is more than the work that is left.
 */
export function gapOf(rule: Rule, values: PlainFields, work: Work): number | null {
  try {
    const { left, right } = parseFormula(rule.formula);
    const sides = [left, right].map((side) => evaluate(side, { values, row: null, work }));
    return typeof sides[0] === 'number' && typeof sides[1] === 'number' ? sides[0] - sides[1] : null;
  } catch (error) {
    if (error instanceof FormulaError || error instanceof WorkError) return null;
    throw error;
  }
}

/** True when a gap is no more than the rounding of so many amounts makes. */
export function fitsGap(gap: number, parts: number): boolean {
  return numeric(gap, parts) === 0;
}

/** Amounts may be off by half a cent for each that was rounded, at least by one cent in all. */
function numeric(difference: number, parts: number): number {
  return Math.abs(difference) <= Math.max(0.0101, 0.00501 * parts) ? 0 : Math.sign(difference);
}

function plain(value: Value | Record<string, Value>[] | undefined): Result {
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? Number(value) : null;
}

function evaluate(expression: Expression, place: Place): Result {
  place.work.left -= 1;
  if (place.work.left < 0) throw new WorkError();
  switch (expression.kind) {
    case 'number':
    case 'text':
      return expression.value;
    case 'name': {
      const value = ownValue(place.values, expression.name);
      if (!expression.column) return plain(value);
      const row = Array.isArray(value) && place.row !== null ? value[place.row] : undefined;
      return row && typeof row === 'object' ? plain(ownValue(row, expression.column)) : null;
    }
    case 'negative': {
      const value = evaluate(expression.of, place);
      return typeof value === 'number' ? -value : null;
    }
    case 'operation': {
      const left = evaluate(expression.left, place);
      const right = evaluate(expression.right, place);
      if (typeof left !== 'number' || typeof right !== 'number') return moveDate(left, expression.operator, right);
      if (expression.operator === '+') return left + right;
      if (expression.operator === '-') return left - right;
      if (expression.operator === '*') return left * right;
      return right === 0 ? null : left / right;
    }
    default:
      return evaluateCall(expression, place);
  }
}

/** Days of 1970 onwards of an ISO date, or null. */
function dayOf(value: Result): number | null {
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

function evaluateCall(expression: Extract<Expression, { kind: 'call' }>, place: Place): Result {
  const [first, second] = expression.of;
  if (!first) return null;
  if (expression.name === 'abs' || expression.name === 'round') {
    const value = evaluate(first, place);
    if (typeof value !== 'number') return null;
    const digits = second ? evaluate(second, place) : 0;
    const scale = 10 ** (typeof digits === 'number' ? Math.min(10, Math.max(0, digits)) : 0);
    return expression.name === 'abs' ? Math.abs(value) : Math.round(value * scale + Number.EPSILON * value) / scale;
  }
  if (expression.name === 'count' && first.kind === 'name' && !first.column) {
    const value = ownValue(place.values, first.name);
    return Array.isArray(value) ? value.length : null;
  }
  const numbers = expression.of.flatMap((term) => {
    const rows = rowsNamed(term);
    const list = rows ? ownValue(place.values, rows) : undefined;
    return Array.isArray(list) ? list.map((_, row) => evaluate(term, { ...place, row })) : [evaluate(term, place)];
  });
  const known = numbers.filter((value): value is number => typeof value === 'number');
  if (expression.name === 'count') return known.length;
  if (!known.length || known.length < numbers.length) return null;
  if (expression.name === 'min') return known.reduce((least, value) => Math.min(least, value));
  if (expression.name === 'max') return known.reduce((most, value) => Math.max(most, value));
  const total = known.reduce((sum, value) => sum + value, 0);
  return expression.name === 'avg' ? total / known.length : Math.round(total * 1e6) / 1e6;
}

function pointersOf(expression: Expression, place: Place): string[] {
  switch (expression.kind) {
    case 'name': {
      if (!expression.column) return Array.isArray(ownValue(place.values, expression.name)) ? [] : [`/${expression.name}`];
      if (place.row !== null) return [`/${expression.name}/${place.row}/${expression.column}`];
      const list = ownValue(place.values, expression.name);
      return Array.isArray(list) ? list.slice(0, MOST_CELLS).map((_, row) => `/${expression.name}/${row}/${expression.column}`) : [];
    }
    case 'negative':
      return pointersOf(expression.of, place);
    case 'operation':
      return [...pointersOf(expression.left, place), ...pointersOf(expression.right, place)];
    case 'call':
      return expression.of.flatMap((term) =>
        pointersOf(term, expression.name === 'abs' || expression.name === 'round' ? place : { ...place, row: null }),
      );
    default:
      return [];
  }
}

/** For a field that should equal a date: that date. Null when the sides are no dates. */
function proposeDates({ left, right }: Comparison, place: Place, ...sides: [Result, Result]): Proposal[] | null {
  if (sides.some((side) => dayOf(side) === null)) return null;
  return [left, right].flatMap((side, at) => {
    const [pointer] = side.kind === 'name' ? pointersOf(side, place) : [];
    const value = sides[1 - at];
    return pointer && typeof value === 'string' ? [{ pointer, value }] : [];
  });
}

/** For each value that takes part: what it would have to be, found where the rule depends on it in a straight line. */
function propose(comparison: Comparison, place: Place, pointers: readonly string[]): Proposal[] {
  try {
    return pointers.slice(0, MOST_CELLS).flatMap((pointer) => proposeFor(pointer, comparison, place, pointers.length));
  } catch (error) {
    if (error instanceof WorkError) return [];
    throw error;
  }
}

function proposeFor(pointer: string, comparison: Comparison, place: Place, parts: number): Proposal[] {
  const gap = (values: PlainFields): number | null => {
    const left = evaluate(comparison.left, { ...place, values });
    const right = evaluate(comparison.right, { ...place, values });
    return typeof left === 'number' && typeof right === 'number' ? left - right : null;
  };
  const at0 = gap(withValue(place, pointer, 0));
  const at1 = gap(withValue(place, pointer, 1));
  if (at0 === null || at1 === null || Math.abs(at1 - at0) < 1e-9) return [];
  const value = Math.round((-at0 / (at1 - at0)) * 100) / 100;
  const check = gap(withValue(place, pointer, value));
  return check !== null && numeric(check, parts) === 0 ? [{ pointer, value }] : [];
}

function withValue({ values, work }: Place, pointer: string, value: number): PlainFields {
  const [, name = '', row, column] = pointer.split('/');
  if (row === undefined || column === undefined) return { ...values, [name]: value };
  const list = ownValue(values, name);
  if (!Array.isArray(list)) return values;
  // copying a row costs less than working out a term
  work.left -= list.length / 8;
  return {
    ...values,
    [name]: list.map((entry, index) =>
      index === Number(row) && typeof entry === 'object' ? { ...entry, [column]: value } : entry,
    ) as Record<string, Value>[],
  };
}
