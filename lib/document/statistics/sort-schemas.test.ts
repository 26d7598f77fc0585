import { expect, test } from 'vitest';
import type { SchemaInsight } from '#lib/contract/desk/insights/insights.ts';
import { NO_REVIEWS } from './add-reviews.ts';
import { hasEvidence, type SchemaSort, sortSchemas } from './sort-schemas.ts';

const schema = (schema_name: string, more: Partial<SchemaInsight> = {}): SchemaInsight => ({
  ...{ schema_id: schema_name, schema_name, review: NO_REVIEWS, values: 0, changed: 0, confidence: [], samples: { values: 0, wrong: 0 } },
  ...more,
});
const confidence = [
  { from: 0.5, to: 0.6, values: 20, right: 8 },
  { from: 0.9, to: 0.92, values: 80, right: 76 },
];
const SCHEMAS = [
  schema('few', { values: 10, changed: 9, review: { ...NO_REVIEWS, approved: 1, unchanged: 0, timed: 1, seconds: 90 } }),
  schema('bad', {
    ...{ values: 400, changed: 60, confidence, samples: { values: 100, wrong: 9 } },
    review: { ...NO_REVIEWS, approved: 80, unchanged: 30, timed: 80, seconds: 4000 },
  }),
  schema('good', {
    ...{ values: 900, changed: 9, samples: { values: 1, wrong: 1 } },
    review: { ...NO_REVIEWS, approved: 60, unchanged: 58, automatic: 40, timed: 10, seconds: 80 },
  }),
];
const namesBy = (by: SchemaSort, order: 'asc' | 'desc') => sortSchemas(SCHEMAS, { by, order }).map(({ schema_name }) => schema_name);

test('the schema that people correct surely most stands first, and one with too few values last in either order', () => {
  expect(SCHEMAS.map(hasEvidence)).toEqual([false, true, true]);
  expect(namesBy('changed', 'desc')).toEqual(['bad', 'good', 'few']);
  expect(namesBy('changed', 'asc')).toEqual(['good', 'bad', 'few']);
});

test('shares count with the bound that does not put few documents first, downwards and upwards', () => {
  expect(namesBy('samples', 'desc')).toEqual(['good', 'bad', 'few']);
  expect(namesBy('samples', 'asc')).toEqual(['bad', 'good', 'few']);
  expect(namesBy('unchanged', 'asc')).toEqual(['bad', 'few', 'good']);
  expect(namesBy('unchanged', 'desc')).toEqual(['good', 'bad', 'few']);
});

test('schemas are sorted by documents, time, confidence and automatic approval, and what is not known stands last', () => {
  expect(namesBy('documents', 'desc')).toEqual(['good', 'bad', 'few']);
  expect(namesBy('seconds', 'desc')).toEqual(['few', 'bad', 'good']);
  expect(namesBy('auroc', 'asc')[0]).toBe('bad');
  expect(namesBy('automatic', 'desc')[0]).toBe('good');
});
