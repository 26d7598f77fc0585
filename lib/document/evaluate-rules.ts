import type { Value } from '#lib/contract/extraction.ts';
import type { Rule } from '#lib/contract/extraction-schema.ts';
import { type Expression, type Formula, FormulaError, formulaFields, parseFormula } from './parse-formula.ts';
import type { PlainFields } from './plain-fields.ts';
import { formatPointer } from './pointer.ts';

/** A rule that does not hold, with the values that would make it hold if only that one field changed. */
export type BrokenRule = {
  formula: string;
  message: string;
  /** Row index when the rule is about one row. */
  row: number | null;
  /** Fields and cells the rule mentions. */
  pointers: string[];
  proposals: { pointer: string; value: number }[];
};

type Scalar = number | string | null;
/** Sums of rounded cents may differ by this much. */
const TOLERANCE = 0.011;

function scalar(value: Value | undefined): Scalar {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return null;
}

function column(fields: PlainFields, path: readonly string[]): Scalar[] {
  const rows = fields[path[0] ?? ''];
  if (!Array.isArray(rows)) return [];
  return rows.map((row) => (typeof row === 'object' && row !== null ? scalar((row as Record<string, Value>)[path[1] ?? '']) : null));
}

function aggregate(name: string, values: Scalar[]): Scalar {
  if (name === 'count') return values.length;
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0 || numbers.length < values.length) return null;
  if (name === 'sum') return numbers.reduce((total, value) => total + value, 0);
  return name === 'min' ? Math.min(...numbers) : Math.max(...numbers);
}

function evaluate(expression: Expression, fields: PlainFields, row: number | null): Scalar {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'field': {
      if (expression.path.length === 1) {
        const value = fields[expression.path[0] ?? ''];
        return Array.isArray(value) ? value.length : scalar(value as Value | undefined);
      }
      return row === null ? null : (column(fields, expression.path)[row] ?? null);
    }
    case 'call': {
      if (expression.name === 'abs' || expression.name === 'round') {
        const value = evaluate(expression.argument, fields, row);
        if (typeof value !== 'number') return null;
        return expression.name === 'abs' ? Math.abs(value) : Math.round(value * 100) / 100;
      }
      const paths = formulaFields({ left: expression.argument, comparison: '=', right: { kind: 'number', value: 0 } });
      const rowsName = paths.find((path) => path.length === 2 || Array.isArray(fields[path[0] ?? '']))?.[0];
      const rows = rowsName === undefined ? undefined : fields[rowsName];
      if (!Array.isArray(rows)) return null;
      return aggregate(
        expression.name,
        rows.map((_, index) => (expression.name === 'count' ? 1 : evaluate(expression.argument, fields, index))),
      );
    }
    case 'binary': {
      const left = evaluate(expression.left, fields, row);
      const right = evaluate(expression.right, fields, row);
      if (typeof left !== 'number' || typeof right !== 'number') return null;
      if (expression.operator === '+') return left + right;
      if (expression.operator === '-') return left - right;
      if (expression.operator === '*') return left * right;
      return right === 0 ? null : left / right;
    }
  }
}

/** True, false, or null when a value it needs is missing. */
function holds(formula: Formula, fields: PlainFields, row: number | null): boolean | null {
  const left = evaluate(formula.left, fields, row);
  const right = evaluate(formula.right, fields, row);
  if (left === null || right === null || typeof left !== typeof right) return null;
  const order = typeof left === 'number' ? left - (right as number) : left.localeCompare(right as string);
  const equal = typeof left === 'number' ? Math.abs(order) <= TOLERANCE : order === 0;
  if (formula.comparison === '=') return equal;
  if (formula.comparison === '!=') return !equal;
  if (formula.comparison.endsWith('=') && equal) return true;
  return formula.comparison.startsWith('<') ? order < 0 : order > 0;
}

/** Paths used outside a column function: if one has two parts, the rule is about each row. */
function rowsNameOf(formula: Formula): string | null {
  const bare = (expression: Expression): string | null => {
    if (expression.kind === 'field') return expression.path.length === 2 ? (expression.path[0] ?? null) : null;
    if (expression.kind === 'binary') return bare(expression.left) ?? bare(expression.right);
    if (expression.kind === 'call' && (expression.name === 'abs' || expression.name === 'round')) return bare(expression.argument);
    return null;
  };
  return bare(formula.left) ?? bare(formula.right);
}

function withValue(fields: PlainFields, path: readonly string[], row: number | null, value: number): PlainFields {
  const [name = '', cell] = path;
  const current = fields[name];
  if (cell === undefined) return { ...fields, [name]: value };
  if (!Array.isArray(current) || row === null) return fields;
  return {
    ...fields,
    [name]: (current as Record<string, Value>[]).map((entry, index) => (index === row ? { ...entry, [cell]: value } : entry)),
  };
}

function difference(formula: Formula, fields: PlainFields, row: number | null): number | null {
  const left = evaluate(formula.left, fields, row);
  const right = evaluate(formula.right, fields, row);
  return typeof left === 'number' && typeof right === 'number' ? left - right : null;
}

/** Solves `left = right` for each mentioned number in turn (secant step, exact where the rule is linear in it). */
function proposals(formula: Formula, fields: PlainFields, row: number | null): BrokenRule['proposals'] {
  if (formula.comparison !== '=') return [];
  const found: BrokenRule['proposals'] = [];
  for (const path of formulaFields(formula)) {
    if (path.length === 2 && row === null) continue;
    const at = (value: number) => difference(formula, withValue(fields, path, row, value), row);
    const [zero, one] = [at(0), at(1)];
    if (zero === null || one === null || Math.abs(one - zero) < 1e-12) continue;
    const value = Math.round((-zero / (one - zero)) * 1e4) / 1e4;
    if (Math.abs(at(value) ?? 1) > TOLERANCE) continue;
    const cents = Math.round(value * 100) / 100;
    const fits = Math.abs(at(cents) ?? 1) <= TOLERANCE;
    found.push({
      pointer: row !== null && path.length === 2 ? formatPointer(path[0]!, row, path[1]!) : formatPointer(path[0]!),
      value: fits ? cents : value,
    });
  }
  return found;
}

/**
 * Checks rules over bare values. A rule one of whose values is missing is neither held nor broken; a rule that cannot
 * be parsed is left out (the schema editor refuses it when it is typed). Rules that mention a column outside `sum`,
 * `count`, `min`, `max` are checked for each row. Numbers are equal within 0.011.
 */
export function evaluateRules(rules: readonly Rule[], fields: PlainFields): BrokenRule[] {
  const broken: BrokenRule[] = [];
  for (const rule of rules) {
    let formula: Formula;
    try {
      formula = parseFormula(rule.formula);
    } catch (error) {
      if (error instanceof FormulaError) continue;
      throw error;
    }
    const rowsName = rowsNameOf(formula);
    const rows = rowsName === null ? null : fields[rowsName];
    const indices: (number | null)[] = rowsName === null ? [null] : Array.isArray(rows) ? rows.map((_, index) => index) : [];
    for (const row of indices) {
      if (holds(formula, fields, row) !== false) continue;
      const pointers = formulaFields(formula).map((path) =>
        path.length === 2 && row !== null && path[0] === rowsName ? formatPointer(path[0]!, row, path[1]!) : formatPointer(path[0]!),
      );
      broken.push({
        formula: rule.formula,
        message: rule.message,
        row,
        pointers: [...new Set(pointers)],
        proposals: proposals(formula, fields, row),
      });
    }
  }
  return broken;
}
