import { expect, test } from 'vitest';
import { checkValue } from './check-value.ts';
import { checkVatDigits } from './check-vat-digits.ts';

const RIGHT = [
  'ATU13585627',
  'BE0428759497',
  'CHE100155212',
  'DE136695976',
  'DK13585628',
  'EL094259216',
  'ES54362315K',
  'ESX5253868R',
  'ESB58378431',
  'FI20774740',
  'FR40303265045',
  'GB980780684',
  'HR33392005961',
  'HU12892312',
  'IT00743110157',
  'LU15027442',
  'NL004495445B01',
  'NO988077917MVA',
  'PL8567346215',
  'PT501964843',
  'SE123456789701',
  'SI50223054',
];

test('check digits of VAT numbers are told right from wrong', () => {
  for (const number of RIGHT) {
    expect([number, checkVatDigits(number)]).toEqual([number, true]);
    // One digit off is never right.
    const at = number.search(/\d/) + 3;
    const digit = (Number(number[at]) + 1) % 10;
    expect([number, checkVatDigits(`${number.slice(0, at)}${digit}${number.slice(at + 1)}`)]).toEqual([number, false]);
  }
});

test('numbers of countries whose rule is not known are neither right nor wrong, other texts are wrong', () => {
  expect(checkVatDigits('LT123456715')).toBeNull();
  expect(checkVatDigits('GBGD001')).toBeNull();
  expect(checkVatDigits('DE12')).toBe(false);
});

test('a VAT number with wrong check digits gets a flag that says so; one without a known rule does not', () => {
  const field = { name: 'vat', label: '', description: '', required: false, type: 'string' as const, format: 'vat_id' as const };
  expect(checkValue(field, 'DE123456789')).toEqual({
    reason: 'bad_format',
    message: 'The check digits of this VAT number are wrong: a digit may be misread or mistyped.',
  });
  expect(checkValue(field, 'DE 136 695 976')).toBeNull();
  expect(checkValue(field, 'LT123456715')).toBeNull();
  expect(checkValue(field, 'hello')).toMatchObject({ message: 'This is not a VAT identification number.' });
});
