import { expect, test } from 'vitest';
import type { ComparedDocument } from '#lib/contract/desk/schemas/schema-preview.ts';
import { sumComparisons } from './sum-comparisons.ts';

const counts = (field: string, change: Partial<ComparedDocument['fields'][number]> = {}): ComparedDocument['fields'][number] => ({
  ...{ field, label: field, type: 'string', values: 1, right_before: 1, right_after: 1, gains: 0, losses: 0, found: 0 },
  ...change,
});
const place = { value: null, place: null };
const change = (kind: 'gain' | 'loss' | 'new', field: string) => ({ kind, field, row: null, approved: null, before: place, after: place });
const compared = (document_id: string, of: Partial<ComparedDocument>): ComparedDocument => ({
  ...{ document_id, against: 'saved', fields: [], uncompared: [], changes: [], left: 0, flags_before: 1, flags_after: 2 },
  ...of,
});

test('fields are summed over documents; what is lost stands first, then what is gained, then what is new', () => {
  const sum = sumComparisons([
    compared('a', {
      fields: [
        counts('same'),
        counts('fresh', { values: 0, right_before: 0, right_after: 0, found: 1 }),
        counts('mixed', { losses: 1, right_after: 0 }),
      ],
      changes: [change('new', 'fresh'), change('loss', 'mixed')],
      uncompared: [{ field: 'old', label: 'Old', values: 1 }],
      left: 3,
    }),
    compared('b', {
      fields: [counts('same'), counts('better', { gains: 1, right_before: 0 }), counts('mixed', { gains: 1, right_before: 0 })],
      changes: [change('gain', 'better'), change('gain', 'mixed')],
      uncompared: [{ field: 'old', label: 'Old', values: 2 }],
    }),
  ]);
  expect(sum.fields.map(({ field }) => field)).toEqual(['mixed', 'better', 'fresh', 'same']);
  expect(sum.fields[0]?.changes.map(({ kind, documentId }) => [kind, documentId])).toEqual([
    ['loss', 'a'],
    ['gain', 'b'],
  ]);
  expect(sum.total).toEqual({ values: 5, right_before: 3, right_after: 4, gains: 2, losses: 1 });
  expect([sum.uncompared, sum.left, sum.flagsBefore, sum.flagsAfter]).toEqual([[{ field: 'old', label: 'Old', values: 3 }], 3, 2, 4]);
});
