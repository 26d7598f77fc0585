import { describe, expect, it } from 'vitest';
import { makeCard, makePassport, makeShortCard } from '../testing/make-zone.ts';
import { findMrz } from './find-mrz.ts';
import { mrzCheckDigit } from './mrz-check.ts';

// The specimens of ICAO Doc 9303-4 to -7.
const PASSPORT = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const CARD = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];
const SHORT_CARD = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];
const VISA = ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<'];

/** Values by their first label. */
function read(lines: readonly string[], printed: readonly string[] = []): Record<string, string | number> {
  return Object.fromEntries(findMrz(lines, new Set(printed)).map(({ labels, value }) => [labels[0], value]));
}
const proofs = (lines: readonly string[]) => Object.fromEntries(findMrz(lines, new Set()).map(({ labels, proof }) => [labels[0], proof]));

const ANNA = { Surname: 'ERIKSSON', 'Given names': 'ANNA MARIA', 'Full name': 'ANNA MARIA ERIKSSON', Sex: 'F' };
const DAYS = { 'Date of birth': '1974-08-12', 'Date of expiry': '2012-04-15' };
const UTOPIA = { Nationality: 'UTO', 'Country of nationality': 'Utopia', 'Issuing state': 'UTO', 'Issuing country': 'Utopia' };

describe('findMrz', () => {
  it('reads the published specimens of all forms', () => {
    expect(read(PASSPORT)).toEqual({ 'Passport number': 'L898902C3', ...ANNA, ...DAYS, ...UTOPIA, 'Personal number': 'ZE184226B' });
    expect(read(CARD)).toEqual({ 'Document number': 'D23145890', ...ANNA, ...DAYS, ...UTOPIA });
    expect(read(SHORT_CARD)).toEqual({ 'Document number': 'D23145890', ...ANNA, ...DAYS, ...UTOPIA });
    expect(read(VISA)).toMatchObject({ 'Visa number': 'L8988901C', ...ANNA, Nationality: 'XXX', 'Date of birth': '1940-09-07' });
  });

  it('finds a zone among other lines, with spaces in it and print between its lines', () => {
    const lines = [
      'REPUBLIC OF UTOPIA',
      'P<UTO ERIKSSON<< ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      '392765',
      'L898902C36UTO 7408122F1204159 ZE184226B<<<<<10',
    ];
    expect(read(lines)).toMatchObject({ 'Passport number': 'L898902C3', ...ANNA, ...DAYS });
  });

  it('reads letters as digits where only digits may stand, and digits as letters in names', () => {
    const lines = ['P<UTOER1KSSON<<ANNA<MAR1A<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO74O8I22F12O4I59ZE184226B<<<<<10'];
    expect(read(lines)).toMatchObject({ ...ANNA, ...DAYS });
  });

  it('does without fillers that recognition lost or added', () => {
    expect(read(['P<UTOERIKSSON<<ANNA<MARIA<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<10'])).toMatchObject({
      ...ANNA,
      'Personal number': 'ZE184226B',
    });
    expect(read(['PUTOERIKSSON<<ANNA<MARIA<<<<<<<<<<', PASSPORT[1] ?? ''])).toMatchObject(ANNA);
    expect(read(makePassport({ ...HOLDER, number: 'AB12345' }).map((line) => line.replace('AB12345<<', 'AB12345<')))).toMatchObject({
      'Passport number': 'AB12345',
    });
  });

  it('leaves a name out that the end of its line cuts', () => {
    const found = read(['P<UTOERIKSSON<<ANNA<MA', PASSPORT[1] ?? '']);
    expect(found).toMatchObject({ Surname: 'ERIKSSON', ...DAYS });
    expect(found['Given names']).toBeUndefined();
  });

  it('repairs the one look-alike that makes a check digit right, and says so', () => {
    const lines = [PASSPORT[0] ?? '', 'L8989O2C36UTO7408122F1204159ZE184226B<<<<<10'];
    expect(read(lines)['Passport number']).toBe('L898902C3');
    expect(proofs(lines)).toMatchObject({ 'Passport number': 'repaired', 'Date of birth': 'checked', Sex: 'listed', Surname: 'beside' });
  });

  it('gives no number whose check digit is wrong', () => {
    const found = read([PASSPORT[0] ?? '', 'L898942C36UTO7408122F1204159ZE184226B<<<<<10']);
    expect(found['Passport number']).toBeUndefined();
    expect(found).toMatchObject({ ...ANNA, ...DAYS });
  });

  it('gives nothing of a line whose days are wrong, nor of ordinary text', () => {
    expect(read([PASSPORT[0] ?? '', 'L898902C36UTO7408132F1204169ZE184226B<<<<<10'])).toEqual({});
    expect(read(['The quick brown fox jumps over the lazy dog, 40 times.', 'Invoice 4408122M1204159', '0000000<0000000'])).toEqual({});
  });

  it('knows Germany by its one letter, and a number that goes on behind its place', () => {
    expect(read(makePassport({ ...HOLDER, state: 'D' }))).toMatchObject({ Nationality: 'D', 'Issuing country': 'Germany' });
    const long = `I<UTO${'XK3141592'}<${'65'}${mrzCheckDigit('XK314159265')}${'<'.repeat(12)}`;
    expect(read([long, ...makeCard(HOLDER).slice(1)])).toMatchObject({ 'Document number': 'XK314159265' });
  });

  it('gives the number that a state sets behind that of its card', () => {
    expect(read(makeCard({ ...HOLDER, personal: '4711Y' }))).toMatchObject({ 'Personal number': '4711Y' });
    expect(proofs(makeCard({ ...HOLDER, personal: '4711Y' }))).toMatchObject({ 'Personal number': 'checked' });
    expect(read(makeShortCard(HOLDER))).toMatchObject({ 'Document number': HOLDER.number });
  });

  it('says X where the sex is not stated', () => {
    expect(read(makeCard({ ...HOLDER, sex: '<' }))).toMatchObject({ Sex: 'X' });
  });
});

const HOLDER = {
  surname: 'VAN DER BERG',
  given: 'LEA',
  number: 'XK3141592',
  state: 'UTO',
  birth: '210305',
  sex: 'F',
  expiry: '310304',
  personal: '',
} as const;

describe('the century of a birth', () => {
  it('is the last one before the document ends', () => {
    expect(read(makePassport({ ...HOLDER, birth: '590305' }))).toMatchObject({
      'Date of birth': '1959-03-05',
      'Date of expiry': '2031-03-04',
    });
    expect(read(makePassport(HOLDER))).toMatchObject({ 'Date of birth': '2021-03-05' });
  });

  it('is the one that the page prints', () => {
    expect(read(makePassport(HOLDER), ['1921-03-05', '2021-03-04'])).toMatchObject({ 'Date of birth': '1921-03-05' });
  });

  it('is before the day of issue that the page prints', () => {
    expect(read(makePassport({ ...HOLDER, birth: '280101' }), ['2026-03-05'])).toMatchObject({ 'Date of birth': '1928-01-01' });
  });

  it('is not told by a day that is too early for that', () => {
    expect(read(makePassport(HOLDER), ['1998-03-05'])).toMatchObject({ 'Date of birth': '2021-03-05' });
  });
});

describe('national zones', () => {
  it('reads both lines of a French identity card of the old form', () => {
    const number = `060275P00123`.replace('P', '1');
    const lower = `${number}${mrzCheckDigit(number)}${'LEA<<ZOE'.padEnd(14, '<')}850412${mrzCheckDigit('850412')}F4`;
    expect(read(['IDFRAUTOPIE<<<<<<<<<<<<<<<<<<<752001', lower])).toMatchObject({
      'Document number': number,
      Surname: 'UTOPIE',
      'Given names': 'LEA ZOE',
      'Date of birth': '1985-04-12',
      Sex: 'F',
    });
  });

  it('tells the century of a French birth by the year of issue in the number', () => {
    const number = '120275100123';
    const lower = `${number}${mrzCheckDigit(number)}${'LEA'.padEnd(14, '<')}050412${mrzCheckDigit('050412')}F4`;
    expect(read(['', lower])).toMatchObject({ 'Date of birth': '2005-04-12' });
  });

  it('reads the one line of a driving licence, and nothing of one with a wrong check digit', () => {
    const first = 'D1UTO12XY34567';
    const begin = `${first}${mrzCheckDigit(first)}330101${'BERG'.padEnd(8, '<')}`;
    const line = begin + mrzCheckDigit(begin);
    expect(read([line])).toMatchObject({ 'Driving licence number': '12XY34567', Surname: 'BERG', 'Date of expiry': '2033-01-01' });
    expect(read([line.replace('12XY', '13XY')])).toEqual({});
  });
});
