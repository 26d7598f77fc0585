import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkVatDigits } from './check-vat-digits.ts';
import { parseBoolean } from './parse-boolean.ts';
import { findDates, parseDate } from './parse-date.ts';
import { parseBic, parseEmail, parseIban, parseVatId } from './parse-identifier.ts';
import { parseMoney } from './parse-money.ts';
import { parseNumber, parsePercentage } from './parse-number.ts';
import { parseValue } from './parse-value.ts';

const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('parseDate', () => {
  it('reads the usual spellings of many languages', () => {
    for (const text of [
      '2024-03-12',
      '12.03.2024',
      '12. März 2024',
      '12 mars 2024',
      'March 12, 2024',
      '12-Mar-24',
      '12th day of March, 2024',
      '12 de marzo de 2024',
      '12 marca 2024',
      '2024/3/12',
      '12MAR2024',
      '2024年3月12日',
      'Tuesday, March 12th, 2024',
      '12 maart 2024',
      '12/03/2024',
    ])
      expect([text, parseDate(text)]).toEqual([text, '2024-03-12']);
  });
  it('reads all-digit dates month first when told so, dotted ones never', () => {
    expect(parseDate('03/04/2018', 'mdy')).toBe('2018-03-04');
    expect(parseDate('03.04.2018', 'mdy')).toBe('2018-04-03');
    expect(parseDate('25/12/18', 'mdy')).toBe('2018-12-25');
  });
  it('does not take days that do not exist, numbers or versions for dates', () => {
    for (const text of ['30.02.2024', '1.234,50', '192.168.10.12', '12:30', '99/99/2020', 'soon', '']) expect(parseDate(text)).toBeNull();
  });
  it('finds dates inside sentences with their offsets', () => {
    const text = 'made as of the 3rd day of May, 2011 and ends 04/30/2012.';
    expect(findDates(text, 'mdy').map((found) => [text.slice(found.start, found.end), found.iso])).toEqual([
      ['3rd day of May, 2011', '2011-05-03'],
      ['04/30/2012', '2012-04-30'],
    ]);
  });
  it('finds both ends of a range printed without spaces', () => {
    expect(findDates('06/08/20-06/13/20', 'mdy').map((found) => found.iso)).toEqual(['2020-06-08', '2020-06-13']);
    expect(findDates('01.02.2020–29.02.2020').map((found) => found.iso)).toEqual(['2020-02-01', '2020-02-29']);
  });
  it('gives back every day it is written with', () => {
    fc.assert(
      fc.property(day, (iso) => {
        const [year = '', month = '', date = ''] = iso.split('-');
        const name = new Date(`${iso}T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
        expect(parseDate(`${date}.${month}.${year}`)).toBe(iso);
        expect(parseDate(`${month}/${date}/${year}`, 'mdy')).toBe(iso);
        expect(parseDate(`${date}/${month}/${year.slice(2)}`)).toBe(iso);
        expect(parseDate(`${name} ${Number(date)}, ${year}`)).toBe(iso);
      }),
    );
  });
});

describe('parseNumber and parseMoney', () => {
  it('gives back every amount in each locale', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_99, max: 99_999_999_99 }), (cents) => {
        const value = cents / 100;
        for (const locale of ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'pl-PL', 'en-IN']) {
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
          expect([locale, text, parseNumber(text)]).toEqual([locale, text, value === 0 ? 0 : value]);
          const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(value);
          expect([money, parseMoney(money)?.amount, parseMoney(money)?.currency]).toEqual([money, value === 0 ? 0 : value, 'EUR']);
        }
      }),
    );
  });
  it('reads signs, brackets, credits and dashes', () => {
    expect(parseMoney('(12.50)')?.amount).toBe(-12.5);
    expect(parseMoney('12,50-')?.amount).toBe(-12.5);
    expect(parseMoney('$ 1,234.50 CR')).toMatchObject({ amount: -1234.5, currency: 'USD' });
    expect(parseMoney('CHF 1’234.-')).toMatchObject({ amount: 1234, currency: 'CHF' });
    expect(parseMoney('RM33.90')).toMatchObject({ amount: 33.9, currency: 'MYR' });
  });
  it('lets the document decide what 1.234 means', () => {
    expect(parseNumber('1.234', ',')).toBe(1234);
    expect(parseNumber('1.234', '.')).toBe(1.234);
    expect(parseNumber('1,234', '.')).toBe(1234);
    expect(parseMoney('1.234')?.amount).toBe(1234);
    expect(parseMoney('1.234', '.')?.amount).toBe(1.234);
  });
  it('does not read other things as numbers', () => {
    for (const text of ['', 'abc', '1.2.3', '12-13', '1,2,3', '12 34', '1 23']) expect(parseNumber(text)).toBeNull();
  });
  it('reads percentages', () => {
    expect(parsePercentage('19 %')).toBe(19);
    expect(parsePercentage('7,5%')).toBe(7.5);
  });
});

describe('identifiers', () => {
  it('accepts an IBAN with right check digits only', () => {
    expect(parseIban('DE89 3704 0044 0532 0130 00')).toBe('DE89370400440532013000');
    expect(parseIban('DE88 3704 0044 0532 0130 00')).toBeNull();
    expect(parseIban('GB82WEST12345698765432')).toBe('GB82WEST12345698765432');
  });
  it('knows forms and check digits of VAT numbers', () => {
    expect(parseVatId('ATU 12345678')).toBe('ATU12345678');
    expect(parseVatId('DE 136 695 976')).toBe('DE136695976');
    expect(checkVatDigits('DE136695976')).toBe(true);
    expect(checkVatDigits('DE136695977')).toBe(false);
    expect(checkVatDigits('FR40303265045')).toBe(true);
    expect(checkVatDigits('ATU12345678')).toBe(false);
  });
  it('knows BICs and mail addresses by their form', () => {
    expect(parseBic('DEUTDEFF500')).toBe('DEUTDEFF500');
    expect(parseBic('INVOICES')).toBeNull();
    expect(parseEmail('ann.lee@example.co.uk')).toBe('ann.lee@example.co.uk');
    expect(parseEmail('ann.lee@example')).toBeNull();
  });
});

describe('parseValue', () => {
  it('reads what a person types for each type', () => {
    expect(parseValue('date', '12.03.2024')).toBe('2024-03-12');
    expect(parseValue('money', '1.234,50')).toBe(1234.5);
    expect(parseValue('integer', '12,5')).toBeNull();
    expect(parseValue('enum', 'eur', {}, ['EUR', 'USD'])).toBe('EUR');
    expect(parseValue('list', 'a; b\nc')).toEqual(['a', 'b', 'c']);
    expect(parseValue('boolean', 'Ja')).toBe(true);
    expect(parseBoolean('maybe')).toBeNull();
    expect(parseValue('string', '  ')).toBeNull();
  });
});
