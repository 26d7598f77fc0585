import { expect, test } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../scoring/extraction-context.ts';
import { FEATURES } from '../scoring/feature-names.ts';
import { describeCandidate } from '../scoring/features/describe-candidate.ts';
import { compareCandidates } from '../scoring/features/field-candidates.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';

/** Named features of the candidate with a value, for one field. */
function featuresOf(prints: Print[], name: string, type: 'string' | 'money' | 'date', value: unknown): Record<string, number> {
  const context = createExtractionContext(buildReading([prints]), [fieldSchema.parse({ name, type })]);
  const index = context.pool.candidates.findIndex((candidate) => candidate.value === value);
  const row = describeCandidate(context, compareCandidates(context, 0, [index]), index);
  return Object.fromEntries(FEATURES.map((feature, at) => [feature, row[at] ?? 0]));
}

test('what stands over the currency sign of a box stands over the amount apart from it', () => {
  const prints = [
    { text: 'Royalties', x: 40, y: 100, size: 8 },
    { text: '$', x: 40, y: 116 },
    { text: '48,000', x: 90, y: 116 },
  ];
  expect(featuresOf(prints, 'royalties', 'money', 48000).label_above).toBeGreaterThan(0.9);
});

test('all lines of a label over a value count together', () => {
  const prints = [
    { text: '13 Excess severance', x: 40, y: 100, size: 8 },
    { text: 'payments', x: 50, y: 109, size: 8 },
    { text: '2,400', x: 50, y: 122 },
  ];
  const found = featuresOf(prints, 'excess_severance_payments', 'money', 2400);
  expect(found.label_lines).toBeGreaterThan(2 * (found.label_above ?? 0));
});

test('a plain label is read together with the heading of its section', () => {
  const prints = [
    { text: 'Landlord', x: 40, y: 60 },
    { text: 'Name', x: 40, y: 76 },
    { text: 'Adela Brunn', x: 120, y: 76 },
    { text: 'Tenant', x: 40, y: 110 },
    { text: 'Number', x: 40, y: 126 },
    { text: 'T-77', x: 120, y: 126 },
    { text: 'Name', x: 40, y: 142 },
    { text: 'Ivo Kessel', x: 120, y: 142 },
  ];
  expect(featuresOf(prints, 'tenant_name', 'string', 'Ivo Kessel').label_section).toBeGreaterThan(0.9);
  expect(featuresOf(prints, 'tenant_name', 'string', 'Adela Brunn').label_section).toBeLessThan(0.6);
});

test('a date in a title is called by all words before it, over the number and what stands in brackets', () => {
  const prints = [{ text: 'Invoice (copy 2) No. RK-2101 of 01.10.2025', x: 40, y: 60 }];
  const found = featuresOf(prints, 'invoice_date', 'date', '2025-10-01');
  expect(found.whole_phrase).toBeGreaterThan((found.label_inline ?? 0) + 0.05);
});

test('a label that says the opposite is told', () => {
  const prints = [
    { text: 'Net cost:', x: 40, y: 60 },
    { text: '170.00', x: 120, y: 60 },
    { text: 'Gross cost:', x: 40, y: 80 },
    { text: '200.00', x: 120, y: 80 },
  ];
  expect(featuresOf(prints, 'gross_amount', 'money', 170).label_contradicting).toBe(1);
  expect(featuresOf(prints, 'gross_amount', 'money', 200).label_contradicting).toBe(0);
});
