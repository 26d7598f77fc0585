import { type CheckedText, FILLER, mrzCheckDigit, repairPart, signChoices } from './mrz-check.ts';
import { findMrzDates, type MrzDates } from './mrz-dates.ts';
import { type PersonNames, readNames, readUpperLine, stateAt } from './mrz-names.ts';

/** A part with how many signs were repaired; null = it has no check digit of its own. */
export type MrzPart = { text: string; changes: number | null; line: number };

/** What a machine-readable zone says; `line` counts the lines that were given. */
export type Mrz = {
  sort: 'passport' | 'card' | 'visa';
  state: MrzPart | null;
  surname: MrzPart | null;
  given: MrzPart | null;
  number: MrzPart | null;
  nationality: MrzPart | null;
  birth: MrzPart;
  sex: MrzPart;
  expiry: MrzPart;
  personal: MrzPart | null;
};

/** Signs of a line by form: three lines (TD1), two long ones (TD3, MRV-A), two short ones (TD2, MRV-B). */
const [TD1, LONG, SHORT] = [30, 44, 36];
/** Signs of a document number, fillers with it. */
const NUMBER = 9;
/** Signs of a number at least. */
const LEAST = 4;
/** A line may be so many signs shorter than its form and still be whole: fillers get lost. */
const SLACK = 2;
/** Signs of noise before a line that begins with the birth at most. */
const NOISE = 2;

/**
 * Reads the machine-readable zone that has its dates in one of the lines (ICAO Doc 9303-4 to -7: TD1, TD2, TD3, MRV-A, MRV-B). Null
 * when the line has no birth, sex and expiry with right check digits.
 * @param lines lines of a page as `mrzLine` makes them
 * @param at the line to look at
 */
export function readMrz(lines: readonly string[], at: number): Mrz | null {
  const dates = findMrzDates(lines[at] ?? '');
  if (!dates) return null;
  return dates.before.length <= NOISE ? readThreeLines(lines, at, dates) : readTwoLines(lines, at, dates);
}

function common(dates: MrzDates, line: number): Pick<Mrz, 'birth' | 'sex' | 'expiry'> {
  return {
    birth: { ...dates.birth, line },
    sex: { text: dates.sex, changes: null, line },
    expiry: { ...dates.expiry, line },
  };
}

const plain = (text: string, line: number): MrzPart => ({ text, changes: null, line });

function namesOf(names: PersonNames, line: number): Pick<Mrz, 'surname' | 'given'> {
  return { surname: names.surname ? plain(names.surname, line) : null, given: names.given ? plain(names.given, line) : null };
}

const isCut = (line: string, length: number) => line.length < length - SLACK && !line.endsWith(FILLER);

function readTwoLines(lines: readonly string[], at: number, dates: MrzDates): Mrz {
  const upperAt = [at - 1, at - 2].find((line) => /<|^P/.test(lines[line] ?? '') && readUpperLine(lines[line] ?? ''));
  const upper = upperAt === undefined ? null : readUpperLine(lines[upperAt] ?? '');
  const isLong = (lines[at] ?? '').length > (LONG + SHORT) / 2;
  const names =
    upperAt !== undefined && upper ? namesOf(readNames(upper.rest, isCut(lines[upperAt] ?? '', isLong ? LONG : SHORT)), upperAt) : null;
  const { number, nationality } = readLead(dates.before, at);
  const isVisa = upper?.kind === 'V';
  return {
    ...common(dates, at),
    sort: isVisa ? 'visa' : isLong || upper?.kind === 'P' ? 'passport' : 'card',
    state: upper && upperAt !== undefined ? plain(upper.state, upperAt) : null,
    surname: names?.surname ?? null,
    given: names?.given ?? null,
    number,
    nationality,
    personal: isLong && !isVisa ? personalOf(dates.after, at) : null,
  };
}

/** Number and nationality before the birth. Germany's D and its fillers are easily cut. */
function readLead(before: string, line: number): Pick<Mrz, 'number' | 'nationality'> {
  const short = /D<{0,2}$/.exec(before)?.[0];
  const length = stateAt(before.slice(-3)) ? 3 : (short?.length ?? 3);
  const state = stateAt(before.slice(before.length - length));
  const rest = before.slice(0, before.length - length);
  const nationality = state ? plain(state, line) : null;
  return { number: readNumber(rest, line), nationality };
}

/** A document number and the check digit behind it. Lost or added fillers between them change neither. */
function readNumber(text: string, line: number): MrzPart | null {
  const number = text.slice(0, -1).replace(/<+$/, '');
  if (number.length < LEAST || number.length > NUMBER || number.includes(FILLER)) return null;
  const repaired = repairMixed(number, text.slice(-1));
  return repaired && { ...repaired, line };
}

/** Changes from letters to digits and back. */
const turnsOf = (text: string) => text.match(/[A-Z](?=\d)|\d(?=[A-Z])/g)?.length ?? 0;

/**
 * A part of letters and digits with its right check digit, after one repair at most, which must not make it more mixed. G and 6 count
 * the same (16 and 6), so a G among digits is no letter, whatever the check digit says.
 */
function repairMixed(text: string, check: string): CheckedText | null {
  const plain = text.replace(/(?<=\d)G(?=\d)/g, '6');
  const repaired = repairPart(plain, check, signChoices, (part) => turnsOf(part) <= turnsOf(plain), 1);
  return repaired && plain !== text ? { ...repaired, changes: repaired.changes + 1 } : repaired;
}

/** The personal number of a passport with its check digit, before the one over the whole line. */
function personalOf(after: string, line: number): MrzPart | null {
  const [, text = '', check = ''] = /^([A-Z0-9<]*?)<*([0-9<])[0-9]$/.exec(after) ?? [];
  const number = text.replace(/<+K*$/, '');
  // A filler that was taken for a K, or one of few signs: K counts as much as a filler.
  if (number.replace(/[<K]+$/, '').length < LEAST) return null;
  const repaired = repairMixed(number, check);
  return repaired && { ...repaired, text: repaired.text.replace(/</g, ' ').trim(), line };
}

function readThreeLines(lines: readonly string[], at: number, dates: MrzDates): Mrz | null {
  const upperAt = [at - 1, at - 2].find((line) => /^[IAC]/.test(lines[line] ?? '') && readUpperLine(lines[line] ?? ''));
  const upper = upperAt === undefined ? null : readUpperLine(lines[upperAt] ?? '');
  const lowerAt = [at + 1, at + 2].find((line) => /^[A-Z0-9]+[A-Z0-9<]*<</.test(lines[line] ?? ''));
  if (upperAt === undefined && lowerAt === undefined) return null;
  const lower = lowerAt === undefined ? '' : (lines[lowerAt] ?? '');
  const state = stateAt(dates.after.slice(0, 3)) ?? stateAt(/^D(?=<)/.exec(dates.after)?.[0] ?? '');
  const isWhole = upperAt !== undefined && isCompositeRight(lines[upperAt] ?? '', lines[at] ?? '', dates);
  return {
    ...common(dates, at),
    sort: 'card',
    state: upper && upperAt !== undefined ? plain(upper.state, upperAt) : null,
    ...namesOf(lowerAt === undefined ? { surname: null, given: null } : readNames(lower, isCut(lower, TD1)), lowerAt ?? at),
    ...(upper && upperAt !== undefined ? readCardNumber(upper.rest, upperAt, isWhole) : { number: null, personal: null }),
    nationality: state ? plain(state, at) : null,
  };
}

/** The number of a card in its first line, and what the state set behind it; a long number continues there (9303-5, note j). */
function readCardNumber(rest: string, line: number, isWhole: boolean): Pick<Mrz, 'number' | 'personal'> {
  const isLong = rest[NUMBER] === FILLER && /^[A-Z0-9]{9}<[A-Z0-9]+/.test(rest);
  const tail = isLong ? (/^[A-Z0-9]+/.exec(rest.slice(NUMBER + 1))?.[0] ?? '') : '';
  const end = isLong ? NUMBER + 1 + tail.length : NUMBER + 1;
  const number = isLong
    ? repairMixed(rest.slice(0, NUMBER) + tail.slice(0, -1), tail.slice(-1))
    : repairMixed(rest.slice(0, NUMBER), rest.slice(NUMBER, end));
  const optional = rest.slice(end).replace(/<+$/, '').replace(/</g, ' ').trim();
  return {
    number: number && { ...number, text: number.text.replace(/<+$/, ''), line },
    personal: optional.length >= LEAST && number ? { text: optional, changes: isWhole ? 0 : null, line } : null,
  };
}

/** True when the check digit over all of a card's parts is right as recognised (9303-5, 4.2.4). */
function isCompositeRight(upper: string, middle: string, { birth, expiry }: MrzDates): boolean {
  if (upper.length !== TD1 || middle.length !== TD1 || birth.changes || expiry.changes) return false;
  return mrzCheckDigit(upper.slice(5) + middle.slice(0, 7) + middle.slice(8, 15) + middle.slice(18, 29)) === middle.slice(29);
}
