import type { JudgedValue } from './judge-values.ts';

/**
 * Whether each field and column of a document was wrong: a table's column once, as soon as one of its cells is. Fields in which there rightly
 * is nothing are left out: they would make errors look rare.
 */
export function fieldOutcomes(judged: readonly JudgedValue[]): Map<string, { isWrong: boolean }> {
  const outcomes = new Map<string, { isWrong: boolean }>();
  for (const { field, verdict } of judged) {
    if (verdict === 'absent') continue;
    outcomes.set(field, { isWrong: verdict !== 'right' || (outcomes.get(field)?.isWrong ?? false) });
  }
  return outcomes;
}
