import type { MergedFields, MergedValue } from '#lib/contract/desk/review.ts';

/**
 * Values for a person who is to enter them without seeing them: single ones are null, without anything about them but their currency, because
 * amounts are entered without one. Cells of tables stay.
 * @param shown places whose values stay
 * @returns the values, and the places of those that are withheld
 */
export function withholdValues(fields: MergedFields, shown: readonly string[]): { fields: MergedFields; withheld: string[] } {
  const withheld: string[] = [];
  const left = Object.entries(fields).map(([name, entry]): [string, MergedFields[string]] => {
    if (Array.isArray(entry) || shown.includes(entry.pointer)) return [name, entry];
    withheld.push(entry.pointer);
    return [name, blank(entry)];
  });
  return { fields: Object.fromEntries(left), withheld };
}

function blank({ pointer, currency }: MergedValue): MergedValue {
  return {
    pointer,
    value: null,
    evidence: [],
    text: null,
    confidence: null,
    candidates: [],
    machine_flags: [],
    status: 'machine',
    original: null,
    ...(currency === undefined ? {} : { currency }),
  };
}
