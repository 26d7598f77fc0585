import { asLetters, digitChoices, FILLER, mrzCheckDigit, repairPart } from './mrz-check.ts';
import { expiryDate } from './mrz-dates.ts';
import { stateAt } from './mrz-names.ts';
import type { MrzPart } from './read-mrz.ts';

/** What the zone of a French identity card issued until 2021 says. */
export type FrenchCard = { surname: MrzPart | null; given: MrzPart; number: MrzPart; birth: MrzPart; sex: MrzPart };

const DIGIT = '[0-9OQDUILJZSBGTA]';
const LOWER = new RegExp(`(${DIGIT}{4}[A-Z0-9]{3}${DIGIT}{5})(${DIGIT})([A-Z<]{13,15})(${DIGIT}{6})(${DIGIT})([MF])`);

const isDay = (text: string) =>
  Number(text.slice(2, 4)) >= 1 && Number(text.slice(2, 4)) <= 12 && Number(text.slice(4)) >= 1 && Number(text.slice(4)) <= 31;

/**
 * Reads the two lines of 36 signs of a French identity card (decree 55-1397, form until 2021): `IDFRA` and surname; number, check
 * digit, given names, birth with check digit, sex. Null unless both check digits are right.
 */
export function readFrenchCard(lines: readonly string[], at: number): FrenchCard | null {
  const [, numberText = '', numberCheck = '', given = '', birthText = '', birthCheck = '', sex = ''] = LOWER.exec(lines[at] ?? '') ?? [];
  const number = numberText ? repairPart(numberText, numberCheck, digitChoices) : null;
  const birth = birthText ? repairPart(birthText, birthCheck, digitChoices, isDay) : null;
  if (!number || !birth || (number.changes > 0 && birth.changes > 0)) return null;
  const upperAt = [at - 1, at - 2].find((line) => /^[I1]D?<?FRA/.test(lines[line] ?? ''));
  const surname = asLetters((upperAt === undefined ? '' : (lines[upperAt] ?? '')).replace(/^[I1]D?<?FRA/, '').replace(/<<.*$/, ''));
  const nameOf = (text: string) => text.split(FILLER).filter(Boolean).join(' ');
  return {
    surname: upperAt !== undefined && /<</.test(lines[upperAt] ?? '') ? { text: nameOf(surname), changes: null, line: upperAt } : null,
    given: { text: nameOf(given), changes: null, line: at },
    number: { ...number, line: at },
    birth: { ...birth, line: at },
    sex: { text: sex, changes: null, line: at },
  };
}

/** What the line on the back of a driving licence says. */
export type LicenceLine = { state: string; number: string; expiry: string; surname: string | null };

/** Signs of the line, and of its parts up to the first check digit. */
const [LENGTH, FIRST] = [30, 14];

/**
 * Reads the one line of a driving licence (ISO/IEC 18013-1, annex on machine-readable zones, as European licences have it): `D`, form,
 * state, number, check digit over these, expiry, surname, check digit over all. Null unless both check digits are right.
 */
export function readLicenceLine(text: string): LicenceLine | null {
  const line = text.slice(0, LENGTH);
  const state = stateAt(line.slice(2, 5));
  if (!/^D[A-Z0-9<]/.test(line) || line.length !== LENGTH || !state) return null;
  if (mrzCheckDigit(line.slice(0, FIRST)) !== line[FIRST] || mrzCheckDigit(line.slice(0, LENGTH - 1)) !== line[LENGTH - 1]) return null;
  const expiry = /^\d{6}$/.test(line.slice(FIRST + 1, FIRST + 7)) ? expiryDate(line.slice(FIRST + 1, FIRST + 7)) : null;
  if (!expiry) return null;
  const name = line.slice(FIRST + 7, LENGTH - 1);
  // A name that fills its part may be cut.
  const surname = name.endsWith(FILLER) ? name.split(FILLER).filter(Boolean).join(' ') : null;
  return { state, number: line.slice(5, FIRST).replace(/<+$/, ''), expiry, surname };
}
