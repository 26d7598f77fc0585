/** What a term of a formula is: `rows` and `list` can only be counted. */
export type Kind = 'number' | 'date' | 'text' | 'rows' | 'list';

type FunctionShape = {
  /** What it is given, in order; `many`: any number of numbers, of all rows where a column is named. */
  takes: 'many' | readonly Kind[];
  /** How many of these may be left out, from the end. */
  optional?: number;
  gives: Kind;
};

/** The functions that a formula can use. */
export const FORMULA_FUNCTIONS = {
  sum: { takes: 'many', gives: 'number' },
  count: { takes: 'many', gives: 'number' },
  min: { takes: 'many', gives: 'number' },
  max: { takes: 'many', gives: 'number' },
  avg: { takes: 'many', gives: 'number' },
  abs: { takes: ['number'], gives: 'number' },
  round: { takes: ['number', 'number'], optional: 1, gives: 'number' },
  length: { takes: ['text'], gives: 'number' },
  left: { takes: ['text', 'number'], gives: 'text' },
  right: { takes: ['text', 'number'], gives: 'text' },
  year: { takes: ['date'], gives: 'number' },
  month: { takes: ['date'], gives: 'number' },
} as const satisfies Record<string, FunctionShape>;
export type FormulaFunction = keyof typeof FORMULA_FUNCTIONS;

/** The shape of a function, as if any could be any. */
export function shapeOf(name: FormulaFunction): FunctionShape {
  return FORMULA_FUNCTIONS[name];
}

/** True where a function works on all rows of a column that it is given, not on those of one row. */
export function isOfAllRows(name: FormulaFunction): boolean {
  return shapeOf(name).takes === 'many';
}
