import type { MergedFields } from '#lib/contract/desk/review.ts';
import { valueAt } from '../values/value-at.ts';
import type { RuleOutcome } from './evaluate-rules.ts';
import { parseFormula } from './parse-formula.ts';

/** With fewer values an equation only says that the same amount stands there twice. */
const FEWEST_VALUES = 3;

/**
 * Pointers of the values that arithmetic bears out: an equation of the schema holds between three of them or more. An equation with a 0 or a
 * 1 in it bears nothing out, as then the same amount may merely stand there twice: net 100, tax 0, total 100.
 */
export function listProved(outcomes: readonly RuleOutcome[], fields: MergedFields): Set<string> {
  const proving = outcomes.filter(({ rule, holds, pointers, left }) => {
    if (holds !== true || typeof left !== 'number' || pointers.length < FEWEST_VALUES) return false;
    const isTelling = pointers.every((pointer) => {
      const value = valueAt(fields, pointer)?.value;
      return typeof value === 'number' && value !== 0 && Math.abs(value) !== 1;
    });
    return isTelling && parseFormula(rule.formula).operator === '=';
  });
  return new Set(proving.flatMap(({ pointers }) => pointers));
}
