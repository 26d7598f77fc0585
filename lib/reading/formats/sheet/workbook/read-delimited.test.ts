import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDelimited } from './read-delimited.ts';

const field = fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\0', '').trim());

test('every field of comma-separated text comes back at its place', () => {
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 }), (rows) => {
      const source = `sep=,\n${rows.map((fields) => fields.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')).join('\r\n')}`;
      const sheet = readDelimited(source, 'S');
      const read = new Map(sheet.rows.flatMap(({ row, cells }) => cells.map(({ column, text }) => [`${row},${column}`, text])));
      rows.forEach((fields, row) => {
        fields.forEach((text, column) => {
          expect(read.get(`${row},${column}`) ?? '').toBe(text.replace(/\r\n?/g, '\n').trim());
        });
      });
    }),
  );
});

test('a quote that is never closed is a sign like any other', () => {
  const sheet = readDelimited('"a";b;c\n4;"5;6\n7;8;9\n', 'S');
  expect(sheet.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['a', 'b', 'c'],
    ['4', '"5', '6'],
    ['7', '8', '9'],
  ]);
});

test('there are no more columns than spreadsheet programs have', () => {
  expect(readDelimited(`${'x;'.repeat(20_000)}\n`.repeat(3), 'S').rows[0]?.cells).toHaveLength(16_384);
});
