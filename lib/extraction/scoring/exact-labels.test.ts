import { expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';

const fields = [
  { name: 'ticket_number', type: 'string', label: 'Ticket number' },
  { name: 'issued_on', type: 'date', label: 'Issue date' },
  { name: 'warehouse', type: 'string', label: 'Warehouse' },
  { name: 'shipping', type: 'money', label: 'Shipping' },
].map((field) => fieldSchema.parse(field));
const DOCUMENT = ['Delivery note', 'Ticket number: TK-40118', 'Issue date: 14 March 2026', 'Warehouse: Hall 2', 'Shipping: 25.00 EUR'];

function read(lines: string[]): Record<string, ExtractedValue> {
  return extract({ schema: { fields }, reading: readingOfLines([lines]) }).fields as Record<string, ExtractedValue>;
}

test('what stands alone behind the label that the owner wrote is found and given without doubt', () => {
  const found = read(DOCUMENT);
  expect(Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value]))).toEqual({
    ticket_number: 'TK-40118',
    issued_on: '2026-03-14',
    warehouse: 'Hall 2',
    shipping: 25,
  });
  for (const [name, { confidence }] of Object.entries(found)) expect(confidence, name).toBeGreaterThanOrEqual(0.95);
});

test('two different values behind one label are both in doubt', () => {
  const { warehouse } = read([...DOCUMENT, 'Warehouse: Hall 7']);
  expect(warehouse?.confidence).toBeLessThan(0.95);
});

test('a label with nothing behind it has no value', () => {
  const { warehouse } = read(DOCUMENT.map((line) => (line.startsWith('Warehouse') ? 'Warehouse:' : line)));
  expect(warehouse?.value).toBeNull();
});

test('what stands behind the label of a phone number ends where the form of one ends', () => {
  const phone = fieldSchema.parse({ name: 'phone', type: 'string', format: 'phone' });
  const reading = readingOfLines([['Contact', 'Phone: +49 30 1234567, mail: ann@example.org, www.example.org']]);
  const found = extract({ schema: { fields: [phone] }, reading }).fields.phone as ExtractedValue;
  expect(found.value).toBe('+49 30 1234567');
  expect(found.confidence).toBeGreaterThan(0.9);
});

test('a code alone with its label on a line needs no colon, unless another line is like it', () => {
  const bill = fieldSchema.parse({ name: 'bill', type: 'string', label: 'Bill' });
  const readBill = (lines: string[]) =>
    extract({ schema: { fields: [bill] }, reading: readingOfLines([lines]) }).fields.bill as ExtractedValue;
  const document = ['Harbour Cafe', 'Bill 4711', 'Tea 2.10', 'Total 2.10'];
  for (const lines of [['Bill 4711'], document]) {
    expect(readBill(lines).value).toBe('4711');
    expect(readBill(lines).confidence).toBeGreaterThan(0.95);
  }
  expect(readBill([...document, 'Bill 4712']).confidence).toBeLessThan(0.95);
  expect(readBill(['Harbour Cafe', 'Bill 4711 of today', 'Tea 2.10', 'Total 2.10']).confidence).toBeLessThan(0.95);
});
