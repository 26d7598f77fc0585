import { expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';
import { createExtractionContext } from './extraction-context.ts';
import { shortList } from './short-list.ts';

const BILL = ['Invoice 4711', 'Invoice date: 12.03.2031', 'Net 200.00', 'Tax 38.00', 'Total 238.00'];

function read(lines: string[], fields: Record<string, string>): Record<string, ExtractedValue> {
  const schema = { fields: Object.entries(fields).map(([name, type]) => fieldSchema.parse({ name, type })) };
  return extract({ schema, reading: readingOfLines([lines]) }).fields as Record<string, ExtractedValue>;
}

test('an amount of tax is no rate of tax, with or without a field of its own', () => {
  const both = read(BILL, { tax_rate: 'percentage', tax_total: 'money' });
  expect([both.tax_rate?.value, both.tax_total?.value]).toEqual([null, 38]);
  expect(read(BILL, { tax_rate: 'percentage' }).tax_rate?.value).toBeNull();
});

test('a rate is read with its sign, with the word for it in any language, and without either behind its own label', () => {
  for (const line of ['Tax 19 %', 'Tax 19 por ciento', 'Tax 19,0 procent', 'Tax rate: 19.00'])
    expect(read([...BILL.slice(0, 3), line, ...BILL.slice(3)], { tax_rate: 'percentage', tax_total: 'money' }).tax_rate?.value, line).toBe(
      19,
    );
});

test('the printed day of the invoice is not given for the day of delivery', () => {
  expect(read(BILL, { delivery_date: 'date' }).delivery_date?.value).toBeNull();
  expect(read(BILL, { invoice_date: 'date' }).invoice_date?.value).toBe('2031-03-12');
});

test('a day that is called nothing but a date is doubtful for a field that asks for a certain day', () => {
  const lines = BILL.map((line) => line.replace('Invoice date', 'Date'));
  expect(read(lines, { delivery_date: 'date' }).delivery_date?.confidence).toBeLessThanOrEqual(0.6);
  expect(read(lines, { invoice_date: 'date' }).invoice_date?.confidence).toBeGreaterThan(0.85);
});

test('both ends of a span are read when the month stands behind the second one only', () => {
  const found = read(['Plan', 'Period: 1-31 March 2031', 'Issued: 4 May 2031'], { start_date: 'date', end_date: 'date' });
  expect([found.start_date?.value, found.end_date?.value]).toEqual(['2031-03-01', '2031-03-31']);
});

test('no name is cut at its legal form, and none is the legal form alone', () => {
  const reading = readingOfLines([['Kestrel (Asia) Sdn Bhd', 'Holzwerk AG Passau', 'Customer: SARL Lenoir']]);
  const context = createExtractionContext(reading, [fieldSchema.parse({ name: 'seller_name', type: 'string' })]);
  const listed = shortList(context, 0).map((index) => context.pool.candidates[index]?.text);
  expect(listed).toEqual(expect.arrayContaining(['Kestrel (Asia) Sdn Bhd', 'Holzwerk AG Passau', 'SARL Lenoir']));
  for (const part of ['Sdn Bhd', 'Bhd', 'AG Passau', 'Holzwerk', 'Kestrel (Asia) Sdn']) expect(listed).not.toContain(part);
});

test('a VAT number is no number of another name, unless it is labelled as such', () => {
  const field = fieldSchema.parse({ name: 'company_number', type: 'string' });
  const listed = (lines: string[]) => {
    const context = createExtractionContext(readingOfLines([lines]), [field]);
    return shortList(context, 0).map((index) => context.pool.candidates[index]?.text);
  };
  expect(listed(['KvK 12345678', 'BTW NL004495445B01'])).not.toContain('NL004495445B01');
  expect(listed(['Company number: NL004495445B01'])).toContain('NL004495445B01');
});

test('an organisation is no person, and an amount is no year and no percentage', () => {
  const listed = (name: string, type: string, lines: string[], description = '') => {
    const context = createExtractionContext(readingOfLines([lines]), [fieldSchema.parse({ name, description, type })]);
    return shortList(context, 0).map((index) => context.pool.candidates[index]?.value);
  };
  const people = listed('patient_name', 'string', ['Marlow County Hospital', 'Oak Traders Ltd', 'Ann Lee']);
  expect(people).toContain('Ann Lee');
  for (const organisation of ['Marlow County Hospital', 'Oak Traders Ltd']) expect(people).not.toContain(organisation);
  expect(listed('tax_year', 'number', ['For 2031', 'Tax 3977.41', 'Parcels 12'])).toEqual([2031]);
  const rates = listed('late_fee', 'number', ['Fee $45.00', 'After that 1.5 a month', 'Of 3977'], 'Percent a month after the term');
  expect(rates).toEqual([1.5]);
});
