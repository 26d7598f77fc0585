import type { MergedFields } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { parsePointer } from '../values/pointer.ts';
import { valueAt } from '../values/value-at.ts';
import type { RuleOutcome } from './evaluate-rules.ts';
import { type Expression, parseFormula } from './parse-formula.ts';
import { MOST_CELLS } from './propose-values.ts';

/** With fewer values an equation only says that the same amount stands there twice. */
const FEWEST_VALUES = 3;
/** Digits behind the point that a rounding must leave, for the result to depend on every amount. */
const FEWEST_DIGITS = 2;

/**
 * Pointers of the values that arithmetic bears out: an equation of the schema holds between three of them or more, by sums, differences,
 * products and quotients. An equation with a 0 or a 1 in it bears nothing out, as then the same amount may merely stand there twice: net 100,
 * tax 0, total 100.
 */
export function listProved(outcomes: readonly RuleOutcome[], fields: MergedFields): Set<string> {
  const proving = outcomes.filter(({ rule, holds, pointers, left }) => {
    if (holds !== true || typeof left !== 'number' || pointers.length < FEWEST_VALUES) return false;
    return pointers.every((pointer) => isTelling(fields, pointer)) && isEquation(rule.formula);
  });
  return new Set(proving.flatMap(({ pointers }) => pointers));
}

function isTelling(fields: MergedFields, pointer: string): boolean {
  const value = valueAt(fields, pointer)?.value;
  if (typeof value !== 'number' || value === 0 || Math.abs(value) === 1) return false;
  const entry = ownValue(fields, parsePointer(pointer)[0] ?? '');
  // of a longer table not every cell is named that takes part
  return !Array.isArray(entry) || entry.length <= MOST_CELLS;
}

function isEquation(formula: string): boolean {
  const { left, operator, right } = parseFormula(formula);
  return operator === '=' && isArithmetic(left) && isArithmetic(right);
}

/** False where the result may be the same although an amount is another one, as with the number of rows or the highest of them. */
function isArithmetic(expression: Expression): boolean {
  switch (expression.kind) {
    case 'number':
    case 'name':
      return true;
    case 'negative':
      return isArithmetic(expression.of);
    case 'operation':
      return isArithmetic(expression.left) && isArithmetic(expression.right);
    case 'call': {
      const [first, digits] = expression.of;
      if (expression.name === 'sum') return expression.of.every(isArithmetic);
      const isFine = digits?.kind === 'number' && digits.value >= FEWEST_DIGITS;
      return expression.name === 'round' && isFine && first !== undefined && isArithmetic(first);
    }
    default:
      return false;
  }
}
