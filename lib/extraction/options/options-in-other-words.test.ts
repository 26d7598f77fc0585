import { expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';

function choose(lines: string[], name: string, options: string[]) {
  const schema = { fields: [fieldSchema.parse({ name, type: 'enum', enum: options })] };
  return (extract({ schema, reading: readingOfLines([lines]) }).fields as Record<string, ExtractedValue>)[name]?.value;
}

const SEXES = ['male', 'female'];
const WAYS = ['cash', 'credit_card', 'bank_transfer'];

test('an option is found beside its label by its first letter, in the middle of a line too', () => {
  expect(choose(['Rowan Teasdale', 'Age 41 Sex F'], 'sex', SEXES)).toBe('female');
  expect(choose(['Rowan Teasdale', 'Sex: M'], 'sex', SEXES)).toBe('male');
});

test('an option is found beside its label in another language, and not elsewhere', () => {
  expect(choose(['Rowan Teasdale', 'Geschlecht: weiblich'], 'sex', SEXES)).toBe('female');
  expect(choose(['Rowan Teasdale', 'Zahlungsart: Überweisung'], 'payment_method', WAYS)).toBe('bank_transfer');
  expect(choose(['The woman in the picture waved at a man in a boat.'], 'sex', SEXES)).toBe(null);
});

test('the name of a card before the last digits of its number is a card, one in a list of what is accepted is none', () => {
  expect(choose(['Paid by Maestro card 5519 at the counter.'], 'payment_method', WAYS)).toBe('credit_card');
  expect(choose(['We take Visa, Maestro and others.'], 'payment_method', WAYS)).toBe(null);
});

test('words that could mean two of the options, or a choice of something else, mean none', () => {
  expect(choose(['Payment method: Kreditkarte'], 'payment_method', ['credit card', 'debit card', 'cash'])).toBe(null);
  expect(choose(['Sample taken from: Luftfracht'], 'sample_taken_from', ['air', 'water', 'soil'])).toBe(null);
});
