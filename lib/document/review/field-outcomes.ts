import type { JudgedValue } from './judge-values.ts';

/** What was found of a field, or that nothing was, and whether that was wrong. */
export type FieldOutcome = { field: string; isEmpty: boolean; isWrong: boolean };

/**
 * Whether each field and column of a document was wrong: once for what was found, as soon as one of its values was wrong or a row was missing,
 * and once for what was empty, as soon as one should not have been.
 */
export function fieldOutcomes(judged: readonly JudgedValue[]): FieldOutcome[] {
  const found = new Map<string, FieldOutcome>();
  for (const { field, verdict, isAdded } of judged) {
    const isMissed = verdict === 'missed';
    if (isAdded && !isMissed) continue;
    const isEmpty = !isAdded && (isMissed || verdict === 'absent');
    const key = `${field} ${isEmpty}`;
    const known = found.get(key) ?? { field, isEmpty, isWrong: false };
    found.set(key, { ...known, isWrong: known.isWrong || (verdict !== 'right' && verdict !== 'absent') });
  }
  return [...found.values()];
}
