import { expect, test } from 'vitest';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { fieldsOfTable } from './fields-of-table.ts';

const shapeOf = (...values: string[]) => {
  const [field] = fieldsOfTable([['Column'], ...values.map((value) => [value])]);
  return field?.format ? [field.type, field.format] : field?.type;
};

test('fields are named by the headings, each differently, and columns without one are left out', () => {
  const fields = fieldsOfTable([
    ['Invoice  no.', '', 'Größe', 'Größe', '日付'],
    ['A-1', 'x', '', '', ''],
  ]);
  expect(fields.map(({ name, label }) => [name, label])).toEqual([
    ['invoice_no', 'Invoice no.'],
    ['grosse', 'Größe'],
    ['grosse_2', 'Größe'],
    ['column_5', '日付'],
  ]);
  expect(schemaDraftSchema.safeParse({ name: 'x', fields }).success).toBe(true);
});

test('what all values of a column have in common is its type', () => {
  expect(shapeOf('2026-01-05', '05.02.2026')).toBe('date');
  expect(shapeOf('12.50', '1,200.00 EUR')).toBe('money');
  expect(shapeOf('€ 5', '$7')).toBe('money');
  expect(shapeOf('5.00 EUR', '7')).toBe('money');
  expect(shapeOf('3', '-14')).toBe('integer');
  expect(shapeOf('3', '1.5')).toBe('number');
  expect(shapeOf('19 %', '7%')).toBe('percentage');
  expect(shapeOf('yes', 'No')).toBe('boolean');
  expect(shapeOf('EUR', 'CHF')).toEqual(['string', 'currency']);
  expect(shapeOf('ada@example.org')).toEqual(['string', 'email']);
  expect(shapeOf('DE89 3704 0044 0532 0130 00')).toEqual(['string', 'iban']);
  expect(shapeOf('https://example.org/a')).toEqual(['string', 'url']);
});

test('numbers that nobody counts with are identifiers', () => {
  expect(shapeOf('00412', '00977')).toEqual(['string', 'identifier']);
  expect(shapeOf('4006381333931')).toEqual(['string', 'identifier']);
  expect(shapeOf('01067', '80331')).toEqual(['string', 'identifier']);
  expect(shapeOf('0', '12')).toBe('integer');
});

test('a column is text where its values differ in kind, and where there are none', () => {
  expect(shapeOf('12', 'twelve')).toBe('string');
  expect(shapeOf()).toBe('string');
  expect(fieldsOfTable([])).toEqual([]);
});
