import { expect, test } from 'vitest';
import type { JudgedValue } from '#lib/document/review/judge-values.ts';
import { countEvidence } from './count-evidence.ts';

const value = (field: string, verdict: JudgedValue['verdict'], more: Partial<JudgedValue> = {}): JudgedValue => ({
  field,
  verdict,
  confidence: verdict === 'missed' || verdict === 'absent' ? null : 0.97,
  isAdded: false,
  reasons: [],
  ...more,
});

test('a column of a document is one observation, in the class of its least sure cell', () => {
  const cells = Array.from({ length: 30 }, () => value('lines.amount', 'right'));
  expect(countEvidence(cells)).toEqual({ 'lines.amount': { 'confidence:16:right': 1 } });
  const one = countEvidence([...cells, value('lines.amount', 'corrected', { confidence: 0.91 })]);
  expect(one).toEqual({ 'lines.amount': { 'confidence:11:wrong': 1 } });
});

test('a row that a person added makes its columns wrong; a cell that is rightly empty does not', () => {
  const judged = [value('lines.amount', 'right'), value('lines.amount', 'missed', { isAdded: true }), value('lines.note', 'right')];
  expect(countEvidence([...judged, value('lines.note', 'absent', { isAdded: true })])).toEqual({
    'lines.amount': { 'confidence:16:wrong': 1 },
    'lines.note': { 'confidence:16:right': 1 },
  });
});

test('what was empty is counted apart', () => {
  expect(countEvidence([value('a', 'absent'), value('b', 'missed')])).toEqual({ a: { 'empty:right': 1 }, b: { 'empty:wrong': 1 } });
});

test('a field with a flag, or without a confidence, says nothing', () => {
  expect(countEvidence([value('a', 'right', { reasons: ['not_on_page'] }), value('b', 'right', { confidence: null })])).toEqual({});
});

test('of a rejected document every observation is a wrong one', () => {
  expect(countEvidence([value('a', 'right'), value('b', 'absent')], { isRejected: true })).toEqual({
    a: { 'confidence:16:wrong': 1 },
    b: { 'empty:wrong': 1 },
  });
});
