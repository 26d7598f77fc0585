import { textKey } from '#lib/document/values/fold-text.ts';
import { CARDS, CHOICES } from '../languages/choices.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { neighbourOf } from '../view/document-view.ts';
import { LABELLED, labelOfOption, type Sighting } from './label-of-option.ts';

/** What other words for an option are worth where they are all that stands in a line or cell, without a label. */
const ALONE = 0.3;
/** Chance from which text is a label or heading. */
const HEADING = 0.5;
/** Letters of words that say something by themselves. */
const LEAST = 4;
/** Words of such a text at most, and words between the name of a card and its number. */
const [LONGEST, BETWEEN] = [3, 2];
/** What is printed of a card's number. */
const DIGITS = /^(?:[xX*•#·.-]{2,}\d{3,4}|\d{4}[,.;)]?|\(?[xX*•·-]{3,}\)?)$/;

const GROUPS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(CHOICES).map(([name, words]) => [name, new Set(words.split('|').map(textKey))]),
);
const CARD_KEYS = new Set(CARDS.split('|').map(textKey));

/** Other words for the options of a choice, in all languages, to the option they mean; those that could mean two are left out. */
function meanings(options: readonly string[]): { words: Map<string, string>; card: string | null } {
  const ofGroup = new Map<string, string[]>();
  for (const option of options)
    for (const [name, words] of GROUPS) if (words.has(textKey(option))) ofGroup.set(name, [...(ofGroup.get(name) ?? []), option]);
  const words = new Map<string, string>();
  const twofold = new Set(options.map(textKey));
  // A choice of one such option only (“air” of “air, water, soil”) is about something else.
  if (ofGroup.size < 2) return { words, card: null };
  for (const [name, [option = '', ...others]] of ofGroup) {
    if (others.length > 0) continue;
    for (const key of GROUPS.get(name) ?? [])
      if (words.has(key) && words.get(key) !== option) twofold.add(key);
      else words.set(key, option);
  }
  for (const key of twofold) words.delete(key);
  const cards = ofGroup.get('card') ?? [];
  return { words, card: cards.length === 1 ? (cards[0] ?? null) : null };
}

/**
 * Options of very common choices (sex, ways of paying, of carrying, of employing) that are printed in other words or in another language:
 * beside the field's label, the name of a card before its last digits, and, where no option is printed as it is called (`known`), words that
 * are all a line or cell has.
 */
export function optionsInOtherWords(
  context: ExtractionContext,
  field: number,
  options: readonly string[],
  known: readonly Sighting[],
): Sighting[] {
  const { words, card } = meanings(options);
  if (!words.size) return [];
  const { view } = context;
  const found: Sighting[] = [];
  for (const segment of view.segments) {
    for (let start = segment.start; start < segment.end; start++) {
      let key = '';
      for (let end = start + 1; end <= Math.min(segment.end, start + LONGEST); end++) {
        key += view.tokens[end - 1]?.key ?? '';
        const sighting = { start, end, page: segment.page, sign: false };
        if (card && CARD_KEYS.has(key) && isBeforeNumber(context, segment.index, end))
          found.push({ ...sighting, option: card, score: LABELLED });
        const option = words.get(key);
        if (!option) continue;
        const label = labelOfOption(context, field, start, end);
        const isAlone = start === segment.start && end === segment.end && key.length >= LEAST && known.length === 0;
        if (label >= LABELLED) found.push({ ...sighting, option, score: label });
        // “Route” over a column is its heading.
        else if (isAlone && context.labelnessOf(start, end) < HEADING) found.push({ ...sighting, option, score: ALONE });
      }
    }
  }
  return found;
}

/** True where the last digits of a number follow on the line, or stand alone beside it. */
function isBeforeNumber({ view }: ExtractionContext, index: number, end: number): boolean {
  const segment = view.segments[index];
  if (!segment) return false;
  const right = neighbourOf(view, segment, 'right');
  const behind =
    end < segment.end ? view.tokens.slice(end, Math.min(segment.end, end + BETWEEN + 1)) : view.tokens.slice(right?.start, right?.end);
  return behind.some(({ text }) => DIGITS.test(text));
}
