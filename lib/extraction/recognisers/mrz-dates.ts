import { asLetters, type CheckedText, digitChoices, repairPart } from './mrz-check.ts';

/** The middle of each line that holds data: birth, sex, expiry, each date with its right check digit. */
export type MrzDates = { birth: CheckedText; sex: string; expiry: CheckedText; before: string; after: string };

const DIGIT = '[0-9OQDUILJZSBGTA]';
const MIDDLE = new RegExp(`(?=(${DIGIT}{6})(${DIGIT})([MFX<])(${DIGIT}{6})(${DIGIT}))`, 'g');
/** Real digits among those of both dates at least: words may be made of letters that look like digits. */
const LEAST_DIGITS = 8;
/** Length of what `MIDDLE` finds. */
const LENGTH = 15;

/** Six digits that can be a day, in a century or the other. */
function isDay(text: string): boolean {
  const [month, day] = [Number(text.slice(2, 4)), Number(text.slice(4, 6))];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** Finds birth, sex and expiry in a line by their form and both check digits, wherever they begin. Null when they are not there. */
export function findMrzDates(line: string): MrzDates | null {
  for (const match of line.matchAll(MIDDLE)) {
    const [, birthText = '', birthCheck = '', sex = '', expiryText = '', expiryCheck = ''] = match;
    if ((birthText + birthCheck + expiryText + expiryCheck).replace(/\D/g, '').length < LEAST_DIGITS) continue;
    const birth = repairPart(birthText, birthCheck, digitChoices, isDay);
    const expiry = repairPart(expiryText, expiryCheck, digitChoices, isDay);
    // Two repaired dates prove nothing: look-alikes make check digits right by chance.
    if (!birth || !expiry || (birth.changes > 0 && expiry.changes > 0)) continue;
    return { birth, sex, expiry, before: line.slice(0, match.index), after: line.slice(match.index + LENGTH) };
  }
  return null;
}

/** ISO date of six digits in a century (19, 20), or null when the calendar has no such day. */
function isoOf(text: string, century: number): string | null {
  const iso = `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  const day = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso) ? iso : null;
}

/** Years of two digits from which expiry was in the last century: there were no such documents before. */
const FIRST_EXPIRY = 80;

/** The day a document ends, of six digits. */
export function expiryDate(text: string): string | null {
  return isoOf(text, Number(text.slice(0, 2)) >= FIRST_EXPIRY ? 19 : 20);
}

/** Years that a document is valid at most; a day printed with an earlier year is not that of its issue. */
const LONGEST_VALIDITY = 15;

/**
 * The day of a birth, of six digits: the one that the page prints with its century, else the last one before the document was issued,
 * where the page prints that, or before it ends.
 * @param expiry ISO; null when it is not known
 * @param printed ISO dates printed on the page
 */
export function birthDate(text: string, expiry: string | null, printed: ReadonlySet<string>): string | null {
  const [late, early] = [isoOf(text, 20), isoOf(text, 19)];
  if (late && printed.has(late)) return late;
  if (early && printed.has(early)) return early;
  if (!late || !expiry) return early ?? late;
  const issued = [...printed].filter((day) => day < expiry && Number(expiry.slice(0, 4)) - Number(day.slice(0, 4)) <= LONGEST_VALIDITY);
  return late <= (issued.sort().at(-1) ?? expiry) ? late : early;
}

/** The sex as it is printed; not stated is X there. */
export function sexOf(sign: string): string {
  return asLetters(sign) === '<' ? 'X' : sign;
}
