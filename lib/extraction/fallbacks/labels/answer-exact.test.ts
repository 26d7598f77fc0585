import { expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../../extract.ts';
import { buildReading } from '../../testing/build-reading.ts';

const LINES = [
  ['Empresa:', 'Conservas del Norte, S.A.'],
  ['CIF:', 'A15022510'],
  ['Trabajador:', 'Lucía Barreiro'],
  ['NIF:', '12345678Z'],
];

function numberOf(name: string, lines = LINES): ExtractedValue {
  const prints = lines.flatMap(([label = '', value = ''], at) => [
    { text: label, x: 40, y: 40 + at * 20 },
    { text: value, x: 160, y: 40 + at * 20 },
  ]);
  const fields = [fieldSchema.parse({ name, type: 'string' })];
  return extract({ schema: { fields }, reading: buildReading([prints]) }).fields[name] as ExtractedValue;
}

it('takes the number behind just the word a field is called rather than behind another word for it', () => {
  expect(numberOf('nif').value).toBe('12345678Z');
  expect(numberOf('cif').value).toBe('A15022510');
});

it('keeps the number that was found where that word stands before two', () => {
  const twice = [...LINES, ['NIF:', '87654321X']];
  expect(['A15022510', '12345678Z', '87654321X', null]).toContain(numberOf('nif', twice).value);
  expect(numberOf('nif', twice).reason ?? '').not.toContain('stands right of “NIF');
});
