import { ownValue } from '#lib/contract/json/own-value.ts';
import { anyOf, eachLanguage, entriesOf } from '../languages/languages.ts';

const WORDS: Record<string, number> = Object.assign({}, ...eachLanguage(({ durations }) => durations?.numbers));
const UNITS: Record<string, string> = Object.fromEntries(
  (['year', 'month', 'week', 'day'] as const).flatMap((unit) =>
    entriesOf(({ durations }) => durations?.[unit]).map((word): [string, string] => [word, unit]),
  ),
);
const NUMBER_WORDS = Object.keys(WORDS).join('|');
const NUMBER = `(?:\\d{1,3}|(?:${NUMBER_WORDS})(?:[- ](?:${anyOf(({ durations }) => durations?.behindTens)}))?)`;
const BESIDE = anyOf(({ durations }) => durations?.beside);
const PATTERN = new RegExp(
  `(?<![\\p{L}\\d.,])(${NUMBER})\\s?(?:\\(\\s?(\\d{1,3}|${NUMBER_WORDS})\\s?\\))?[\\s-]{0,2}(?:(?:${BESIDE})\\s)?(${Object.keys(UNITS).join('|')})(s?)(?:\\s?\\(s\\))?(?:['’]s?)?(?![\\p{L}\\d])`,
  'giu',
);

function numberOf(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const [first = '', second] = text.split(/[- ]/);
  const value = ownValue(WORDS, first);
  if (value === undefined) return null;
  return value + (second ? (ownValue(WORDS, second) ?? 0) : 0);
}

/** A length of time found in a text; offsets are half-open. */
export type FoundDuration = { start: number; end: number; value: string };

/** Finds lengths of time written in figures or words ("two (2) years", "18 Monate", "a period of twelve months"). */
export function findDurations(text: string): FoundDuration[] {
  const folded = [...text].map((char) => (char.charCodeAt(0) < 128 ? char.toLowerCase() : sameLength(char))).join('');
  const found: FoundDuration[] = [];
  PATTERN.lastIndex = 0;
  for (let match = PATTERN.exec(folded); match; match = PATTERN.exec(folded)) {
    const inBrackets = match[2] ? numberOf(match[2]) : null;
    const count = inBrackets ?? numberOf(match[1] ?? '');
    const unit = UNITS[match[3] ?? ''];
    if (!count || !unit) continue;
    found.push({ start: match.index, end: match.index + match[0].length, value: `${count} ${unit}${count === 1 ? '' : 's'}` });
  }
  return found;
}

function sameLength(char: string): string {
  const folded = char.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.length === char.length ? folded : char;
}
