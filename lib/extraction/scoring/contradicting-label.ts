import type { Relation, Surroundings } from '../relations/relate.ts';
import type { ExtractionContext } from './extraction-context.ts';

/** Word families that say the opposite of each other: what is called one of them is not the other one. */
const PAIRS = [
  ['net', 'gross'],
  ['start', 'end'],
  ['seller', 'buyer'],
  ['supplier', 'customer'],
  ['sender', 'recipient'],
  ['payer', 'recipient'],
  ['employer', 'employee'],
  ['due', 'paid'],
  ['federal', 'state'],
] as const;
const OPPOSITES = new Map<string, Set<string>>();
for (const [one, other] of PAIRS) {
  OPPOSITES.set(one, (OPPOSITES.get(one) ?? new Set()).add(other));
  OPPOSITES.set(other, (OPPOSITES.get(other) ?? new Set()).add(one));
}

/** True when the label right beside or over a candidate says the opposite of what the field's name says, and not the same as well. */
export function isContradicting(context: ExtractionContext, field: number, around: Surroundings): boolean {
  const tags = context.profiles[field]?.tags;
  const label: Relation | null = around.inline ?? around.left ?? around.above;
  if (!tags || !label) return false;
  let contradicting = false;
  for (let token = Math.max(label.start, label.end - 6); token < label.end; token++)
    for (const family of context.labels.families(token)) {
      const opposites = OPPOSITES.get(family);
      if (!opposites) continue;
      if (tags.has(family)) return false;
      for (const opposite of opposites) contradicting ||= tags.has(opposite);
    }
  return contradicting;
}
