/** Terms that may still be worked out. */
export type FormulaBudget = { left: number };

/** A rule's `problem` when there was no time to judge it: its formula, or all of them, go through the rows too often. */
export const TOO_MUCH_WORK = 'The rules take too long with so many rows; simplify them.';
/** Terms that are worked out for all rules of a document together, and for their proposals; each is some tenths of a second. */
const MOST_TERMS = 1_000_000;

/** Thrown by a formula when no terms are left. */
export class BudgetError extends Error {
  override name = 'BudgetError';
}

/** What may be spent on the rules of one document. */
export function createFormulaBudget(): FormulaBudget {
  return { left: MOST_TERMS };
}
