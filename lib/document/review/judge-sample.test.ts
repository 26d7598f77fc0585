import { expect, test } from 'vitest';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { judgeSample } from './judge-sample.ts';

const field = (name: string, more: object = {}) => ({ name, type: 'string', label: '', description: '', required: false, ...more });
const schema = {
  fields: [field('number'), field('note'), field('lines', { type: 'rows', fields: [field('item')] })],
} as unknown as Pick<SchemaDraft, 'fields'>;
const value = (is: string | null) => ({ value: is, text: is, confidence: 0.97, evidence: [], candidates: [] });
const result: ExtractionResult = {
  fields: { number: value('A-1'), note: value(null), lines: [{ item: value('Nails') }] },
  completeness: {},
  engine: 'test',
};
const judge = (...sample: { pointer: string; agrees: boolean; right?: string | null }[]) =>
  judgeSample({ schema, result, sample: sample.map((seen) => ({ approved: null, ...seen })) });

test('what a person agrees with is right, or rightly absent', () => {
  expect(
    judge({ pointer: '/number', agrees: true }, { pointer: '/note', agrees: true }, { pointer: '/lines/0/item', agrees: true }),
  ).toEqual([
    { field: 'number', verdict: 'right', confidence: 0.97, isAdded: false, reasons: [] },
    { field: 'note', verdict: 'absent', confidence: null, isAdded: false, reasons: [] },
    { field: 'lines.item', verdict: 'right', confidence: 0.97, isAdded: false, reasons: [] },
  ]);
});

test('what a person does not agree with was another value, none, or missed', () => {
  const verdicts = judge(
    { pointer: '/number', agrees: false, right: 'A-2' },
    { pointer: '/lines/0/item', agrees: false, right: null },
    { pointer: '/note', agrees: false, right: 'fragile' },
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['corrected', 'invented', 'missed']);
});

test('values that are not in the answer are left out', () => {
  expect(judge({ pointer: '/gone', agrees: true }, { pointer: '/lines/3/item', agrees: true })).toEqual([]);
});
