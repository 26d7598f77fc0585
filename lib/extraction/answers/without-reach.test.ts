import { expect, test } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../scoring/extraction-context.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';
import { withoutReach } from './without-reach.ts';

const place = fieldSchema.parse({ name: 'depot_address', type: 'string', format: 'address' });

function cut(line: string, field = place) {
  const context = createExtractionContext(readingOfLines([[line]]), [field]);
  return withoutReach(context, 0, { value: line, text: line, confidence: 0.7, evidence: [], candidates: [] });
}

test('a telephone number and what else stands behind dots and strokes is cut off an address, and off its evidence', () => {
  const { value, text, evidence } = cut('9 Cooper Lane, Mossford MF4 7QD · 01632 960 114 · open all week');
  expect([value, text]).toEqual(['9 Cooper Lane, Mossford MF4 7QD', '9 Cooper Lane, Mossford MF4 7QD']);
  expect(evidence[0]?.text).toBe('9 Cooper Lane, Mossford MF4 7QD');
  expect(cut('9 Cooper Lane, Mossford, OH 43001 | desk@mossford.example').value).toBe('9 Cooper Lane, Mossford, OH 43001');
  expect(cut('9 Cooper Lane, Mossford, OH 43001, 419-555-0142').value).toBe('9 Cooper Lane, Mossford, OH 43001');
});

test('the parts of an address stay together, whatever parts them', () => {
  expect(cut('Gerberweg 9 · 38999 Moosfurt · 05399 960 114').value).toBe('Gerberweg 9, 38999 Moosfurt');
  for (const line of ['Gerberweg 9, 38999 Moosfurt', '9 Cooper Lane, Mossford, OH 43001-1142', 'Gerberweg 9 · 38999 Moosfurt'])
    expect(cut(line).value, line).toBe(line);
});

test('fields that ask for no address keep what they have', () => {
  const line = 'Cooper · 01632 960 114';
  expect(cut(line, fieldSchema.parse({ name: 'depot_name', type: 'string' })).value).toBe(line);
});
