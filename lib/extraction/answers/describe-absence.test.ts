import { expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';

const lines = [
  [
    'Oak Homes',
    'Record of inspection',
    'Inspection date: 4 May 2026',
    'Inspector: Ann Lee',
    'Serial number: K-44712',
    'Next visit: 4 May 2027',
  ],
];
const confidenceOf = (name: string, description: string, type = 'date') => {
  const fields = [fieldSchema.parse({ name: 'inspection_date', type: 'date' }), fieldSchema.parse({ name, description, type })];
  const entry = extract({ schema: { fields }, reading: readingOfLines(lines) }).fields[name];
  if (!entry || Array.isArray(entry)) throw new Error('No entry.');
  return entry;
};

it('believes less that a value is missing where a label like its name is printed', () => {
  const absent = confidenceOf('harvest_weight', 'Weight of the harvest', 'number');
  const labelled = confidenceOf('serial_number_weight', 'Serial number', 'number');
  expect(absent.value).toBeNull();
  expect(labelled.value).toBeNull();
  expect(absent.confidence).toBeGreaterThan(labelled.confidence);
});

it('never says that nothing is there with a chance outside 0 to 1', () => {
  for (const type of ['date', 'money', 'number', 'string']) {
    const { confidence } = confidenceOf('zqx_vornk', '', type);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThan(1);
  }
});
