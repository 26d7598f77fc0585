import { foldText } from '#lib/document/values/fold-text.ts';
import { textOverlap } from '../../labels/text-overlap.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';

/** Least overlap of two headings that are the same one, slips of recognition aside. */
const ALIKE = 0.8;
/** Letters of a heading that are looked at. */
const LONGEST = 80;

/**
 * A heading as it is compared with those of other documents: case, accents and punctuation aside, runs of digits as 0; '' for none, and for one
 * of digits only, which another document has other digits for.
 */
export function keyOfHeading(title: string): string {
  const folded = foldText(title).replace(/\d+/g, '0');
  const words = folded.replace(/[^\p{L}0]+/gu, ' ').trim();
  // a sign alone is a heading, too (“%”)
  const key = words || folded.replace(/\s+/g, ' ').trim();
  return /^[0\s\p{P}]*$/u.test(key) && !key.includes('%') ? '' : key.slice(0, LONGEST);
}

/**
 * How well a heading names a column as approved documents have it: up to 1 where their column stands under it, 0 where another one or none
 * does, null where they do not know it.
 */
export function taughtScore({ taught }: Pick<FieldProfile, 'taught'>, title: string): number | null {
  if (!taught) return null;
  const key = keyOfHeading(title);
  const likest = (headings: readonly string[]) => headings.reduce((most, heading) => Math.max(most, textOverlap(heading, key)), 0);
  const [own, other] = [likest(taught.own), likest(taught.others)];
  if (Math.max(own, other) < ALIKE) return null;
  return own > other ? own : 0;
}

/** True for a heading under which approved documents have another column, or none. */
export function isTaughtOtherwise(profile: FieldProfile | undefined, title: string): boolean {
  return profile !== undefined && taughtScore(profile, title) === 0;
}
