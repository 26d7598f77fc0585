import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { readingOfLines } from '../../testing/reading-of-lines.ts';
import { createExtractionContext } from '../extraction-context.ts';
import { FEATURES } from '../feature-names.ts';
import { describeCandidate } from './describe-candidate.ts';
import { FeatureWriter } from './feature-writer.ts';
import { compareCandidates } from './field-candidates.ts';

const lines = [
  ['SAMPLE REPORT', 'Tested by Larch Laboratories', 'Collected on: 4 May 2026', 'Moisture: 12.5 %', 'Contact: ann@larch.example'],
];
const fields = [
  fieldSchema.parse({ name: 'collection_date', type: 'date' }),
  fieldSchema.parse({ name: 'laboratory', type: 'string', description: 'Name of the laboratory' }),
];

describe('the features of a candidate', () => {
  it('are each written once, and none beside the list', () => {
    const context = createExtractionContext(readingOfLines(lines), fields);
    const written = new Map<string, number>();
    const set = FeatureWriter.prototype.set;
    FeatureWriter.prototype.set = function count(name, value) {
      written.set(name, (written.get(name) ?? 0) + 1);
      set.call(this, name, value);
    };
    try {
      describeCandidate(context, compareCandidates(context, 0, [0]), 0);
    } finally {
      FeatureWriter.prototype.set = set;
    }
    expect([...written.keys()].sort()).toEqual([...FEATURES].sort());
    expect([...written].filter(([, times]) => times !== 1)).toEqual([]);
  });

  it('are finite numbers for every candidate and field', () => {
    const context = createExtractionContext(readingOfLines(lines), fields);
    const all = context.pool.candidates.map((_, index) => index);
    for (const field of fields.keys()) {
      const candidates = compareCandidates(context, field, all);
      for (const index of all) expect([...describeCandidate(context, candidates, index)].every(Number.isFinite)).toBe(true);
    }
  });

  it('refuse a name that is not in the list', () => {
    expect(() => new FeatureWriter().set('colour', 1)).toThrow('There is no feature “colour”.');
  });
});
