import { expect, test } from 'vitest';
import { asSentence, howSure, whyMachine } from './why-note.ts';

test('the engine’s reason becomes a sentence', () => {
  expect(asSentence('stands right of “Invoice no.”')).toBe('Stands right of “Invoice no.”.');
  expect(asSentence('Read by the language model.')).toBe('Read by the language model.');
});

test('an answer without a reason still says why', () => {
  const merged = { original: 'A', evidence: [], status: 'machine' as const };
  expect(whyMachine(merged)).toMatch(/fits the kind/);
  expect(whyMachine({ ...merged, original: null })).toMatch(/Nothing/);
});

test('confidence is told as how many of a hundred are right, never as certainty', () => {
  expect(howSure({ original: 'A', confidence: 0.625 })).toBe('62 %: of 100 values this sure, about 62 are right.');
  expect(howSure({ original: 'A', confidence: 1 })).toContain('about 99');
  expect(howSure({ original: null, confidence: 0.9 })).toContain('there is nothing');
});
