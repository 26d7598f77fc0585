import { expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { buildReading } from '../testing/build-reading.ts';

/** Currency and total of a page of plain lines. */
function read(lines: string[]) {
  const prints = lines.map((text, index) => ({ text, x: 40, y: 40 + index * 16 }));
  const fields = [
    fieldSchema.parse({ name: 'currency', type: 'string', format: 'currency' }),
    fieldSchema.parse({ name: 'total', type: 'money' }),
  ];
  const { currency, total } = extract({ schema: { fields }, reading: buildReading([prints]) }).fields as Record<string, ExtractedValue>;
  return { currency: currency?.value, confidence: currency?.confidence ?? 0, total: total?.value, of: total?.currency };
}

it.each([
  ['DKK', ['Talwerk ApS', 'CVR-nr. 12345674', 'Total: 137,40 kr']],
  ['NOK', ['Talwerk AS', 'Org.nr. 974 760 673 MVA', 'Total: 137,40 kr']],
  ['SEK', ['Talwerk AB', 'Bankgiro 123-4567', 'Total: 137,40 kr']],
  ['DKK', ['Talwerk ApS', 'Alle priser i DKK', 'Total: 137,40 kr.']],
])('kr are %s where the document says so', (currency, lines) => {
  expect(read(lines)).toMatchObject({ currency, total: 137.4, of: currency });
  expect(read(lines).confidence).toBeGreaterThan(0.5);
});

it('kr are in doubt where nothing says of which country', () => {
  expect(read(['Talwerk', 'Total: 137,40 kr']).confidence).toBeLessThanOrEqual(0.5);
});
