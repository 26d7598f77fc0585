import { expect, test } from 'vitest';
import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import { type Field, fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';

/** Extracts from a page whose prints for which `isHidden` holds cannot be seen. */
function read(prints: Print[], fields: Field[], isHidden: (text: string) => boolean) {
  const reading = buildReading([prints]);
  for (const word of reading.pages[0]?.words ?? []) if (isHidden(word.text)) word.hidden = true;
  return extract({ schema: { fields }, reading }).fields;
}

const total = fieldSchema.parse({ name: 'total', type: 'money' });

test('a visible amount goes before a hidden one behind the same label, which stays a candidate', () => {
  for (const order of [
    ['Total: 999.00', 'Total: 100.00'],
    ['Total: 100.00', 'Total: 999.00'],
  ]) {
    const prints = order.map((text, at) => ({ text, x: 40, y: 60 + at * 40 }));
    const found = read(prints, [total], (text) => text === '999.00').total as ExtractedValue;
    expect(found.value).toBe(100);
    expect(found.flags ?? []).not.toContain('hidden_text');
    expect(found.candidates.map(({ value }) => value)).toContain(999);
  }
});

test('a hidden amount that stands alone is given with its flag', () => {
  const found = read([{ text: 'Total: 999.00', x: 40, y: 60 }], [total], (text) => text === '999.00').total as ExtractedValue;
  expect([found.value, found.flags]).toEqual([999, ['hidden_text']]);
});

test('each cell of a row that rests on hidden words says so', () => {
  const lines = fieldSchema.parse({
    name: 'lines',
    type: 'rows',
    fields: ['description', 'amount'].map((name) => ({ name, type: name === 'amount' ? 'money' : 'string' })),
  });
  const rows = [
    ['Description', 'Amount'],
    ['Oak board', '100.00'],
    ['Larch beam', '300.00'],
    ['Pine lath', '50.00'],
  ];
  const prints = rows.flatMap(([left = '', right = ''], at) => [
    { text: left, x: 40, y: 60 + at * 16, bold: at === 0 },
    { text: right, x: 400, y: 60 + at * 16, bold: at === 0 },
  ]);
  const found = read(prints, [lines], (text) => text === '300.00' || text === 'Larch').lines as ExtractedRow[];
  expect(found.map((row) => [row.description?.flags ?? [], row.amount?.flags ?? []])).toEqual([
    [[], []],
    [['hidden_text'], ['hidden_text']],
    [[], []],
  ]);
});
