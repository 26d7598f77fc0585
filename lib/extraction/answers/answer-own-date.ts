import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { keyOfTokens } from '../scoring/key-of-tokens.ts';
import type { Scene } from '../scoring/scene.ts';
import { publicCandidate } from '../values/build-value.ts';
import { isPlaced } from './answer-clause.ts';
import { papersOfField } from './paper-names.ts';

const ISSUED = /^(?:date|issue_date|date_of_issue|issued_on|document_date|letter_date|reminder_date)$/;
/** Set by hand: a person is shown the value. */
const CONFIDENCE = 0.6;

/**
 * The day a paper was made, where that is called nothing but its date ("Date: 19/05/2026") or stands behind the place
 * ("Braunschweig, 11.06.2026"): the only such one. Null when the field asks for another day, or there are several.
 */
export function answerOwnDate(scene: Scene, field: number): ExtractedValue | null {
  const profile = scene.profiles[field];
  if (profile?.kind !== 'date' || !(ISSUED.test(profile.field.name) || papersOfField(profile.field.name, 'day').length)) return null;
  for (const isOwn of [isBare, isPlaced]) {
    const found = new Map<string, number>();
    scene.pool.candidates.forEach(({ kind, value }, index) => {
      if (kind === 'date' && !found.has(String(value)) && isOwn(scene, index)) found.set(String(value), index);
    });
    const [index] = found.values();
    if (index !== undefined && found.size === 1)
      return { ...publicCandidate(scene, field, index, CONFIDENCE), candidates: [], reason: 'the only date that is called nothing else' };
  }
  return null;
}

/** True for a date behind, beside or under the word "date" and nothing else. */
export function isBare(scene: Scene, index: number): boolean {
  const { inline, left, above } = scene.around(index);
  const label = inline ?? left ?? above;
  return label !== null && label.end - label.start <= 3 && keyOfTokens(scene, label.start, label.end) === 'date';
}
