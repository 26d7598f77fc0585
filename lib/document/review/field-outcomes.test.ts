import { expect, test } from 'vitest';
import { fieldOutcomes } from './field-outcomes.ts';
import type { JudgedValue } from './judge-values.ts';

const value = (field: string, verdict: JudgedValue['verdict'], isAdded = false): JudgedValue => ({
  field,
  verdict,
  isAdded,
  confidence: null,
  reasons: [],
});

test('a column is wrong once, however many of its cells are, and what was empty is told apart', () => {
  const judged = [
    ...['right', 'corrected', 'invented'].map((verdict) => value('lines.amount', verdict as JudgedValue['verdict'])),
    value('lines.amount', 'absent'),
    value('total', 'right'),
    value('discount', 'missed'),
  ];
  expect(fieldOutcomes(judged)).toEqual([
    { field: 'lines.amount', isEmpty: false, isWrong: true },
    { field: 'lines.amount', isEmpty: true, isWrong: false },
    { field: 'total', isEmpty: false, isWrong: false },
    { field: 'discount', isEmpty: true, isWrong: true },
  ]);
});

test('a row that a person added makes a column wrong where it has a value', () => {
  const judged = [value('lines.amount', 'right'), value('lines.amount', 'missed', true), value('lines.note', 'absent', true)];
  expect(fieldOutcomes(judged)).toEqual([{ field: 'lines.amount', isEmpty: false, isWrong: true }]);
});
