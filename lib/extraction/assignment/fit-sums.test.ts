import { expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { buildReading } from '../testing/build-reading.ts';

const FIELDS = [
  { name: 'subtotal', type: 'money', label: 'Subtotal', description: 'Sum before tax.' },
  { name: 'tax', type: 'money', label: 'Tax', description: 'VAT or sales tax.' },
  { name: 'total', type: 'money', label: 'Total', description: 'Sum paid: total, Summe.' },
].map((field) => fieldSchema.parse(field));

it('does not take the price of a line for the total because it happens to be the sum of one rate’s net and tax', () => {
  const lines = [
    ['2 x Roggenbrot', '7,90 A'],
    ['1 x Butterbreze', '1,10 A'],
    ['3 x Kaffee', '10,20 B'],
    ['SUMME EUR', '19,20'],
    ['MwSt A 7,0% Netto 8,41', '0,59'],
    ['MwSt B 19,0% Netto 8,57', '1,63'],
  ];
  const prints = lines.flatMap(([text = '', amount = ''], row) => [
    { text, x: 40, y: 40 + row * 16 },
    { text: amount, x: 260, y: 40 + row * 16 },
  ]);
  const { total } = extract({ schema: { fields: FIELDS }, reading: buildReading([prints]) }).fields as Record<string, ExtractedValue>;
  expect(total?.value).toBe(19.2);
});
