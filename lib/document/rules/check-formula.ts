import type { FieldType } from '#lib/contract/service/extraction-schema.ts';
import { type Kind, shapeOf } from './formula-functions.ts';
import { type Comparison, type Expression, FormulaError, parseFormula } from './parse-formula.ts';

/** What is known of the fields a formula may name. */
export type FormulaField = { name: string; type: FieldType; columns: readonly { name: string; type: FieldType }[] };

const KINDS: Readonly<Record<FieldType, Kind>> = {
  money: 'number',
  number: 'number',
  integer: 'number',
  percentage: 'number',
  boolean: 'number',
  date: 'date',
  string: 'text',
  enum: 'text',
  list: 'list',
  rows: 'rows',
};
const NAMES: Readonly<Record<Kind, string>> = {
  number: 'a number',
  date: 'a date',
  text: 'a text',
  rows: 'rows',
  list: 'a list',
};

/**
 * Why a formula can never be judged with these fields, in a sentence for the person who writes it; null when it can. Told are
 * formulas that cannot be read, fields and columns that are not there, and terms that do not go together ("due + issued").
 * Dates may be moved by days (`issued + 30`) and taken from one another (`due - issued <= 30`).
 */
export function checkFormula(fields: readonly FormulaField[], formula: string): string | null {
  try {
    checkSides(parseFormula(formula), fields);
    return null;
  } catch (error) {
    if (error instanceof FormulaError) return error.message;
    throw error;
  }
}

function checkSides({ left, right }: Comparison, fields: readonly FormulaField[]): void {
  const [one, other] = [kindOf(left, fields), kindOf(right, fields)];
  for (const [kind, side] of [
    [one, left],
    [other, right],
  ] as const)
    if (kind === 'rows' || kind === 'list')
      throw new FormulaError(`“${nameOf(side)}” is ${NAMES[kind]}: compare ${nameOfCount(side, kind)} instead.`);
  if (one === other || (one === 'text' && other === 'date' && isDay(left)) || (one === 'date' && other === 'text' && isDay(right))) return;
  if (one === 'date' || other === 'date')
    throw new FormulaError(
      `A date cannot be compared with ${NAMES[one === 'date' ? other : one]}. Compare dates (write one as "2026-12-31"), or days: due - issued <= 30.`,
    );
  throw new FormulaError(`${NAMES[one].replace('a', 'A')} cannot be compared with ${NAMES[other]}.`);
}

/** True for a literal text that is a date. */
function isDay(expression: Expression): boolean {
  return expression.kind === 'text' && /^\d{4}-\d{2}-\d{2}$/.test(expression.value);
}

function nameOf(expression: Expression): string {
  return expression.kind === 'name' ? [expression.name, expression.column ?? []].flat().join('.') : 'A term';
}

function nameOfCount(expression: Expression, kind: Kind): string {
  return kind === 'rows' ? `count(${nameOf(expression)}) or sum(${nameOf(expression)}.COLUMN)` : `count(${nameOf(expression)})`;
}

function kindOf(expression: Expression, fields: readonly FormulaField[]): Kind {
  switch (expression.kind) {
    case 'number':
      return 'number';
    case 'text':
      return 'text';
    case 'name': {
      const field = fields.find(({ name }) => name === expression.name);
      if (!field) throw new FormulaError(`There is no field “${expression.name}”.`);
      if (expression.column === null) return KINDS[field.type];
      const column = field.columns.find(({ name }) => name === expression.column);
      if (!column) throw new FormulaError(`There is no column “${expression.name}.${expression.column}”.`);
      return KINDS[column.type];
    }
    case 'negative':
      return number(expression.of, fields, 'A minus sign can only precede a number');
    case 'operation':
      return kindOfOperation(expression, fields);
    default:
      return kindOfCall(expression, fields);
  }
}

function kindOfCall({ name, of }: Extract<Expression, { kind: 'call' }>, fields: readonly FormulaField[]): Kind {
  const kinds = of.map((term) => kindOf(term, fields));
  const { takes, optional = 0, gives } = shapeOf(name);
  if (name === 'count') return gives;
  if (takes === 'many') {
    const wrong = kinds.find((kind) => kind !== 'number');
    if (wrong) throw new FormulaError(`${name} needs numbers, but was given ${NAMES[wrong]}.`);
    return gives;
  }
  const wanted = takes.map((kind) => NAMES[kind]).join(' and ');
  if (kinds.length > takes.length || kinds.length < takes.length - optional)
    throw new FormulaError(`${name} needs ${wanted} in its brackets.`);
  const wrong = kinds.findIndex((kind, at) => kind !== takes[at] && !(takes[at] === 'date' && isDay(of[at]!)));
  if (wrong >= 0) throw new FormulaError(`${name} needs ${wanted}, but was given ${NAMES[kinds[wrong]!]}.`);
  return gives;
}

function number(expression: Expression, fields: readonly FormulaField[], message: string): Kind {
  const kind = kindOf(expression, fields);
  if (kind !== 'number') throw new FormulaError(`${message}, not before ${NAMES[kind]}.`);
  return kind;
}

function kindOfOperation(expression: Extract<Expression, { kind: 'operation' }>, fields: readonly FormulaField[]): Kind {
  const { operator } = expression;
  const kinds = [kindOf(expression.left, fields), kindOf(expression.right, fields)] as const;
  const [left, right] = kinds;
  if (left === 'number' && right === 'number') return 'number';
  const isMoved = (left === 'date' && right === 'number') || (operator === '+' && left === 'number' && right === 'date');
  if (isMoved && (operator === '+' || operator === '-')) return 'date';
  if (operator === '-' && left === 'date' && right === 'date') return 'number';
  if (kinds.includes('date'))
    throw new FormulaError(
      'Dates can only be calculated in days: a date + or - a number of days, or one date - another (the days between).',
    );
  throw new FormulaError(`“${operator}” needs numbers on both sides, but one is ${NAMES[left === 'number' ? right : left]}.`);
}
