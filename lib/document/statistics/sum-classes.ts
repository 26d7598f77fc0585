import type { ConfidenceClass, FieldInsight } from '#lib/contract/desk/insights/insights.ts';

/** The classes of confidence of several fields together, lowest first. */
export function sumClasses(fields: readonly Pick<FieldInsight, 'confidence'>[]): ConfidenceClass[] {
  const sums = new Map<number, ConfidenceClass>();
  for (const { confidence } of fields) {
    for (const one of confidence) {
      const known = sums.get(one.from);
      sums.set(one.from, known ? { ...known, values: known.values + one.values, right: known.right + one.right } : one);
    }
  }
  return [...sums.values()].sort((one, other) => one.from - other.from);
}
