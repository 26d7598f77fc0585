import { expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../scoring/extraction-context.ts';
import { loadWeights } from '../scoring/load-weights.ts';
import { rankField } from '../scoring/rank-field.ts';
import { ABSENCE_FEATURES } from '../scoring/weights.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';
import { describeAbsence } from './describe-absence.ts';
import { documentStatisticsOf } from './describe-choice.ts';

const lines = [['Record of inspection', 'Inspection date: 4 May 2026', 'Serial number: K-44712', 'Fee: 120.00', 'Deposit: 75.50']];

/** The features of absence by name, for a field of that document. */
function absenceOf(name: string, type: 'money' | 'date' | 'string'): Record<string, number> {
  const context = createExtractionContext(readingOfLines(lines), [fieldSchema.parse({ name, type })]);
  const ranked = rankField(context, 0, loadWeights(undefined));
  const assignment = { field: 0, ranked, mentions: ranked, group: 'amount' as const, position: 0 };
  const vector = describeAbsence(context, assignment, documentStatisticsOf(context, [assignment]), 0.5);
  return Object.fromEntries(ABSENCE_FEATURES.map((feature, at) => [feature, vector[at] ?? Number.NaN]));
}

it('describes how well the best label names the field, and of which group the field is', () => {
  expect(absenceOf('deposit', 'money').label_best).toBeGreaterThan(0.9);
  expect(absenceOf('harvest_weight', 'money').label_best).toBeLessThan(0.3);
  expect(absenceOf('deposit', 'money').group_amount).toBe(1);
  expect(absenceOf('deposit', 'money').group_date).toBe(0);
});

it('gives numbers for a field that has no candidate', () => {
  const found = absenceOf('vat_id', 'string');
  expect(Object.values(found).every(Number.isFinite)).toBe(true);
  expect(found.label_best).toBe(0);
});
