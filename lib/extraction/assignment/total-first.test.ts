import { expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';

const PAGE: Print[] = [
  { text: 'Sack', x: 40, y: 60 },
  { text: 'Weight (kg)', x: 300, y: 60, right: true },
  { text: 'Barley', x: 40, y: 76 },
  { text: '310.5', x: 300, y: 76, right: true },
  { text: 'Oats', x: 40, y: 92 },
  { text: '204.0', x: 300, y: 92, right: true },
  { text: '514.5', x: 300, y: 112, right: true },
];

function weigh(name: string, prints: Print[]) {
  const field = fieldSchema.parse({ name, type: 'number' });
  return (extract({ schema: { fields: [field] }, reading: buildReading([prints]) }).fields as Record<string, ExtractedValue>)[name]?.value;
}

test('a field for a total is given the sum at the foot of the column, not a figure over it', () => {
  expect(weigh('total_weight_kg', PAGE)).toBe(514.5);
});

test('where no figure is the sum of those over it, none is put before the others', () => {
  const other = PAGE.map((print) => (print.text === '514.5' ? { ...print, text: '77.0' } : print));
  expect(weigh('total_weight_kg', other)).not.toBe(77);
});
