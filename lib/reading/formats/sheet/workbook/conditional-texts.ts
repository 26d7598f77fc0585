import { type CellValue, compareValues, evaluateFormula, type FormulaPlace, isTrue, UnknownFormula } from './evaluate-formula.ts';
import type { ConditionalFormat } from './list-conditional-formats.ts';

/** Writes a value in a number format; throws for a format that makes no sense. */
export type FormatValue = (format: string, value: number | string | boolean) => string;

/** What conditional formats show in the cells of a sheet. */
export type ConditionalTexts = {
  /** The text that a rule shows instead of a cell's own; null where none does. Row and column from 0. */
  textOf(row: number, column: number, value: CellValue): string | null;
  /** Whether a rule that may have shown another text could not be worked out. */
  readonly isUnsure: boolean;
};

/** Areas and stretches of formulas that are looked at; a sheet with many cells and rules would take hours. */
const MOST_STEPS = 5_000_000;
const CHARACTERS_PER_STEP = 16;

type Based = ConditionalFormat & { baseRow: number; baseColumn: number };

/** Works out what conditional formats show. @param valueAt the value of a cell of the sheet */
export function createConditionalTexts(
  formats: readonly ConditionalFormat[],
  valueAt: FormulaPlace['valueAt'],
  format: FormatValue,
): ConditionalTexts {
  const rules = formats.map((rule): Based => ({ ...rule, baseRow: least(rule, 'top'), baseColumn: least(rule, 'left') }));
  let left = MOST_STEPS;
  let isUnsure = false;
  const holds = (rule: Based, place: { row: number; column: number }, value: CellValue): boolean => {
    left -= rule.formulas.join('').length / CHARACTERS_PER_STEP;
    try {
      return isFulfilled(rule, { ...place, baseRow: rule.baseRow, baseColumn: rule.baseColumn, valueAt }, value);
    } catch (error) {
      if (!(error instanceof UnknownFormula)) throw error;
      isUnsure = true;
      return false;
    }
  };
  return {
    get isUnsure() {
      return isUnsure;
    },
    textOf(row, column, value) {
      if (value === null) return null;
      for (const rule of rules) {
        left -= rule.ranges.length;
        if (left < 0) {
          isUnsure = true;
          return null;
        }
        if (!covers(rule, row, column) || !holds(rule, { row, column }, value)) continue;
        if (rule.format !== null) return formatted(rule.format, value, format);
        if (rule.stops) return null;
      }
      return null;
    },
  };
}

function least({ ranges }: ConditionalFormat, side: 'top' | 'left'): number {
  return ranges.reduce((found, range) => Math.min(found, range[side]), Number.POSITIVE_INFINITY);
}

function covers({ ranges }: ConditionalFormat, row: number, column: number): boolean {
  return ranges.some(({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right);
}

function formatted(format: string, value: number | string | boolean, write: FormatValue): string | null {
  try {
    return write(format, value);
  } catch {
    return null;
  }
}

/** @throws UnknownFormula */
function isFulfilled({ type, operator, text, formulas }: ConditionalFormat, place: FormulaPlace, value: CellValue): boolean {
  const [first = '', second = ''] = formulas;
  const shown = value === null ? '' : String(value).toLowerCase();
  const wanted = text.toLowerCase();
  switch (type) {
    case 'expression':
      return isTrue(evaluateFormula(first, place));
    case 'cellIs':
      return isCompared(operator, value, (index) => evaluateFormula(index === 0 ? first : second, place));
    case 'containsText':
      return shown.includes(wanted);
    case 'notContainsText':
      return !shown.includes(wanted);
    case 'beginsWith':
      return shown.startsWith(wanted);
    case 'endsWith':
      return shown.endsWith(wanted);
    case 'containsBlanks':
      return shown.trim() === '';
    case 'notContainsBlanks':
      return shown.trim() !== '';
    case 'containsErrors':
      return false;
    case 'notContainsErrors':
      return true;
    default:
      throw new UnknownFormula(`Rules of the type ${type} are not worked out here.`);
  }
}

function isCompared(operator: string, value: CellValue, bound: (index: 0 | 1) => CellValue): boolean {
  const order = (index: 0 | 1) => compareValues(value, bound(index));
  const isBetween = () => {
    const [a, b] = [order(0), order(1)];
    return (a >= 0 && b <= 0) || (a <= 0 && b >= 0);
  };
  switch (operator) {
    case 'equal':
      return order(0) === 0;
    case 'notEqual':
      return order(0) !== 0;
    case 'lessThan':
      return order(0) < 0;
    case 'lessThanOrEqual':
      return order(0) <= 0;
    case 'greaterThan':
      return order(0) > 0;
    case 'greaterThanOrEqual':
      return order(0) >= 0;
    case 'between':
      return isBetween();
    case 'notBetween':
      return !isBetween();
    default:
      throw new UnknownFormula('This comparison is not known here.');
  }
}
