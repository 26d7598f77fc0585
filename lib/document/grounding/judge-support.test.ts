import { expect, test } from 'vitest';
import type { ExtractedValue, Value } from '#lib/contract/service/extraction.ts';
import { judgeSupport } from './judge-support.ts';

const bare = (value: Value): ExtractedValue => ({
  value,
  text: value === null ? null : String(value),
  confidence: 0,
  support: 'alone',
  evidence: [],
  candidates: [],
});
const found = (value: Value, confidence = 0.9): ExtractedValue => ({ value, text: null, confidence, evidence: [], candidates: [] });
const supportOf = (value: Value, other: ExtractedValue | null, isExpected = false) =>
  judgeSupport(bare(value), other, () => isExpected).support;

test('the same value found independently agrees, another one that the engine is sure of differs', () => {
  expect(supportOf(1240, found(1240, 0.2))).toBe('agrees');
  expect(supportOf('ACME Ltd.', found('Acme Ltd'))).toBe('agrees');
  expect(supportOf(1240, found(1204))).toBe('differs');
  expect(supportOf(1240, found(1204, 0.3))).toBe('alone');
  expect(supportOf(1240, found(null))).toBe('alone');
  expect(supportOf(1240, null, true)).toBe('labelled');
});

test('the engine’s other value becomes the first candidate', () => {
  const { candidates } = judgeSupport({ ...bare(1240), candidates: [found(7), found(1204, 0.1)] }, found(1204), () => false);
  expect(candidates.map(({ value, confidence }) => [value, confidence])).toEqual([
    [1204, 0.9],
    [7, 0.9],
  ]);
});

test('of nothing given, only a value that the engine is very sure of differs', () => {
  expect(supportOf(null, found(null))).toBe('agrees');
  expect(supportOf(null, found('A-17', 0.6))).toBe('alone');
  expect(supportOf(null, found('A-17', 0.95))).toBe('differs');
});

test('where the response has no such field the engine’s value is offered, and nothing differs', () => {
  expect(judgeSupport({ ...bare(null), absent: true }, found('A-17', 0.95), () => false)).toMatchObject({
    support: 'alone',
    candidates: [{ value: 'A-17', confidence: 0.95 }],
  });
});

test('a name with a word more or less does not differ, a number with a digit more or less does', () => {
  expect(supportOf('Jane Roe', found('Mr. Jane Roe'))).toBe('labelled');
  expect(supportOf('INV-12', found('INV-123'))).toBe('differs');
  expect(supportOf('Hall 12', found('Hall 12 34'))).toBe('differs');
  expect(supportOf('Roe', found('Roe and Doe International'))).toBe('differs');
});

test('a value with a confidence stays as it is', () => {
  expect(judgeSupport(found(5, 0.5), found(7), () => false)).toEqual(found(5, 0.5));
});
