import { expect, test } from 'vitest';
import { readFieldFilter } from '#lib/contract/desk/search/field-filter.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { listFilterFields } from '#lib/document/schemas/list-filter-fields.ts';
import { filterWords } from './filter-words.ts';

const words = (text: string, type: Parameters<typeof filterWords>[1] & object) => filterWords(readFieldFilter(text)!, type);

test('a filter is told in words, with values as the list shows them', () => {
  const total = { name: 'total', label: 'Total', type: 'money' } as const;
  const day = { name: 'day', label: '', type: 'date' } as const;
  expect(words('total:above:1000', total)).toBe('Total is more than 1\u202f000.00');
  expect(words('total:between:1..2.5', total)).toBe('Total is between 1.00 and 2.50');
  expect(words('day:last_month', day)).toBe('day is in last month');
  expect(words('day:days:2026-01-01..2026-01-31', day)).toBe('day is between 2026-01-01 and 2026-01-31');
  expect(words('supplier:contains:a:b', { name: 'supplier', label: 'Supplier', type: 'string' })).toBe('Supplier contains “a:b”');
  expect(words('lines:above:3', { name: 'lines', label: 'Lines', type: 'rows' })).toBe('Lines is more than 3 rows');
  expect(filterWords(readFieldFilter('gone:empty')!, undefined)).toBe('gone is empty');
});

test('a filter on a column of rows is told with the field that has the rows', () => {
  const column = { name: 'item', type: 'string', label: '', description: '', required: false } as const;
  const lines = {
    ...column,
    name: 'lines',
    label: 'Lines',
    type: 'rows',
    fields: [column, { ...column, name: 'amount', label: 'Amount', type: 'money' }],
  } as const;
  const fields = listFilterFields([lines as unknown as Field]);
  expect(fields.map(({ name }) => name)).toEqual(['lines', 'lines.item', 'lines.amount']);
  expect(words('lines.amount:above:10', fields[2]!)).toBe('Lines, Amount is more than 10.00');
  expect(words('lines.item:contains:nails', fields[1]!)).toBe('Lines, item contains “nails”');
});

test('what is no filter is none', () => {
  for (const text of [
    'total',
    'total:above',
    'total:above:x',
    'total:between:1',
    'day:on:2026-02-31',
    'day:last_month:x',
    ':is:a',
    'a:like:b',
    'a.b.c:is:d',
    'a.:is:d',
  ]) {
    expect(readFieldFilter(text), text).toBeNull();
  }
});
