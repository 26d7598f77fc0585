import { foldText } from '#lib/document/values/fold-text.ts';
import { anyOf } from '../languages/languages.ts';
import { MEASURES } from '../languages/measures.ts';

const TIMES = ['year', 'month', 'week', 'day'] as const;

/** A unit that figures are measured in. */
export type Unit = keyof typeof MEASURES | (typeof TIMES)[number];

const WORDS: readonly (readonly [Unit, string])[] = [
  ...(Object.entries(MEASURES) as [Unit, string][]),
  // “years”, “jours”: where lengths of time are looked for, an s may follow.
  ...TIMES.map((unit): [Unit, string] => [unit, `(?:${anyOf(({ durations }) => durations?.[unit])})s?`]),
];
const WHOLE = WORDS.map(([unit, words]) => [unit, new RegExp(`^(?:${words})$`)] as const);
const BEHIND = WORDS.map(([unit, words]) => [unit, new RegExp(`^[ (\\[-]{0,2}(?:${words})(?![\\p{L}\\d/²³])`, 'u')] as const);
/** What is printed in front of a unit that only says what something else is reckoned by (“per kg”). */
const BY = /^(?:per|pro|par|por|je|za|na|a|\/)$/;

/** The unit that a word is, however it is written; null for none. */
export function unitOfWord(word: string): Unit | null {
  const text = foldText(word).replace(/^[([]+|[)\].,:;]+$/g, '');
  return WHOLE.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** The unit that a text begins with that stands right behind a figure (“ kg net”, “-month term”); null for none. */
export function unitBehind(text: string): Unit | null {
  const folded = foldText(text);
  return BEHIND.find(([, pattern]) => pattern.test(folded))?.[0] ?? null;
}

/**
 * The unit that a field of figures asks for: by the last word of its name or label (“weight_kg”, “Weight (kg)”, “lease_months”), or the
 * last words of its description (“How heavy it is, in kg”). Null where nothing says so, or where something is reckoned by the unit (“price_per_kg”).
 * @param name the words of the field's name
 */
export function unitAskedFor(name: string, field: { label: string; description?: string | undefined }): Unit | null {
  const described = /(?:\b(?:in|en|em|w|v|i)\s+|\()([^\s().,;]+)\)?\.?$/iu.exec(field.description ?? '')?.[1];
  for (const text of [name, field.label]) {
    const words = text.split(/\s+/).filter(Boolean);
    const last = words.at(-1) ?? '';
    if (words.some((word) => BY.test(foldText(word)))) return null;
    // A letter alone is a unit in brackets only.
    const unit = words.length > 1 && (last.length > 1 || last === '%') ? unitOfWord(last) : null;
    if (unit) return unit;
  }
  return described ? unitOfWord(described) : null;
}
