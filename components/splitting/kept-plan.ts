import type { PlanPage, SplitPlan } from '#lib/document/splitting/split-plan.ts';

/** What a person did to a plan: what came before each step, the present, and what was undone. */
export type PlanHistory = { past: SplitPlan[]; present: SplitPlan; future: SplitPlan[] };

/** Steps kept over a reload; the rest only as long as the page is open. */
const KEPT_STEPS = 30;

const keyOf = (personId: string, documentId: string) => `countersign.split.${personId}.${documentId}`;

/**
 * Keeps a plan in this browser until it is accepted, so that a reload loses nothing; null forgets it.
 * @returns false when the browser does not take it
 */
export function keepPlan(personId: string, documentId: string, history: PlanHistory | null): boolean {
  const key = keyOf(personId, documentId);
  try {
    if (!history) localStorage.removeItem(key);
    else
      localStorage.setItem(
        key,
        JSON.stringify({ ...history, past: history.past.slice(-KEPT_STEPS), future: history.future.slice(0, KEPT_STEPS) }),
      );
    return true;
  } catch {
    return false;
  }
}

/** The plan kept in this browser, or null when there is none for a file of so many pages. */
export function findKeptPlan(personId: string, documentId: string, pageCount: number): PlanHistory | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(personId, documentId)) ?? 'null') as Partial<PlanHistory> | null;
    const isWhole = (plan: unknown): plan is SplitPlan => Array.isArray(plan) && isPlanOf(plan, pageCount);
    if (!kept || !isWhole(kept.present) || !Array.isArray(kept.past) || !Array.isArray(kept.future)) return null;
    return { past: kept.past.filter(isWhole), present: kept.present, future: kept.future.filter(isWhole) };
  } catch {
    return null;
  }
}

function isPlanOf(plan: readonly unknown[], pageCount: number): boolean {
  const numbers = new Set(plan.map((page) => (page as Partial<PlanPage> | null)?.number));
  const isPage = (page: unknown) => {
    const { number, turn, isDropped, isStart, schemaId } = (page ?? {}) as Partial<PlanPage>;
    const isNumbered = typeof number === 'number' && number >= 1 && number <= pageCount;
    const isFull = typeof isDropped === 'boolean' && typeof isStart === 'boolean' && (schemaId === null || typeof schemaId === 'string');
    return isNumbered && isFull && [0, 90, 180, 270].includes(turn ?? -1);
  };
  return plan.length === pageCount && numbers.size === pageCount && plan.every(isPage);
}
