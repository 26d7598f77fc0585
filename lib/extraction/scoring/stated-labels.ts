import { type FieldProfile, wordsOfName } from '../terms/field-profile.ts';
import type { LabelMatch } from '../terms/label-index.ts';
import { familiesOfPhrase, weightOfFamily } from '../terms/vocabulary.ts';

/** Says how well a label that is not printed (of a code, of a box of a form) names each field by its words, for each of the field's phrases. */
export function matchStatedLabel(label: string, profiles: readonly FieldProfile[], say: (field: number, match: LabelMatch) => void): void {
  const families = new Set(familiesOfPhrase(wordsOfName(label)));
  let mass = 0;
  for (const family of families) mass += weightOfFamily(family);
  profiles.forEach(({ phrases }, field) => {
    for (const { families: own, mass: whole, weight } of phrases) {
      let shared = 0;
      for (const family of new Set(own)) if (families.has(family)) shared += weightOfFamily(family);
      const cover = Math.min(1, shared / whole);
      const unit = Math.min(1, shared / Math.max(mass, 0.1));
      const phrase = cover * cover * weight;
      say(field, { phrase, unit, score: phrase * (0.4 + 0.6 * unit) });
    }
  });
}
