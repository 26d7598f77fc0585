import { expect, test } from 'vitest';
import type { Support } from '#lib/contract/service/extraction.ts';
import { asSentence, howSure, tellRecord, whyExtracted, whyNotTaken } from './why-note.ts';

test('the engine’s reason becomes a sentence', () => {
  expect(asSentence('stands right of “Invoice no.”')).toBe('Stands right of “Invoice no.”.');
  expect(asSentence('Read by the language model.')).toBe('Read by the language model.');
});

test('an answer without a reason still says why', () => {
  const merged = { original: 'A', evidence: [], status: 'machine' as const };
  expect(whyExtracted(merged)).toMatch(/fits the type/);
  expect(whyExtracted({ ...merged, original: null })).toMatch(/Nothing/);
});

test('confidence is told as how many of a hundred are right, never as certainty', () => {
  expect(howSure({ original: 'A', confidence: 0.625 })).toBe('62 %: of 100 values with this confidence, about 62 are right.');
  expect(howSure({ original: 'A', confidence: 1 })).toContain('about 99');
  expect(howSure({ original: null, confidence: 0.9 })).toContain('really have no value');
});

test('where no confidence was given no number is told, but what bears the value out', () => {
  const told = (original: string | null, support: Support) => howSure({ original, confidence: null, support });
  expect(told('A', 'agrees')).toBe('No confidence given. The desk’s own engine found the same value.');
  expect(told('A', 'differs')).toMatch(/reads another value/);
  expect(told('A', 'alone')).toMatch(/Nothing else confirms/);
  expect(told(null, 'agrees')).toMatch(/found nothing either/);
  expect(told(null, 'alone')).toBe('No confidence given.');
  const merged = { status: 'machine' as const, original: 'A', confidence: null };
  expect(whyNotTaken({ confidence: 0.89 }, merged, null)).toBe(null);
  expect(whyNotTaken({ confidence: null }, { ...merged, confidence: 0.2 }, null)).toBe(null);
});

test('a candidate that is surer than what the field has says why it was not taken', () => {
  const merged = { status: 'machine' as const, original: 'A', confidence: 0.72 };
  expect(whyNotTaken({ confidence: 0.72 }, merged, null)).toBe(null);
  expect(whyNotTaken({ confidence: 0.729 }, merged, 'Buyer')).toBe(null);
  expect(whyNotTaken({ confidence: 0.89 }, merged, null)).toMatch(/is stronger/);
  expect(whyNotTaken({ confidence: 0.89 }, merged, 'Buyer')).toBe('More likely on its own, but it is already the value of Buyer.');
  expect(whyNotTaken({ confidence: 0.89 }, { ...merged, original: null }, null)).toMatch(/too low to fill in/);
  expect(whyNotTaken({ confidence: 0.89 }, { ...merged, status: 'corrected' }, null)).toMatch(/a person has decided/);
});

test('the track record tells how answers for a field turned out, and where there are too few to judge by', () => {
  expect(tellRecord({ right: 31, count: 34 }, false)).toBe(
    'In 34 approved documents the engine by itself found a value for this field. It was right in 31 of them.',
  );
  expect(tellRecord({ right: 40, count: 45 }, true)).toBe(
    'In 45 approved documents the engine by itself found nothing for this field. There was nothing in 40 of them.',
  );
  const few = 'That is too little to judge the field by.';
  expect(tellRecord({ right: 0, count: 3 }, false)).toBe(
    `In 3 approved documents the engine by itself found a value for this field. It was right in none of them. ${few}`,
  );
  expect(tellRecord({ right: 1, count: 1 }, true)).toBe(
    `In 1 approved document the engine by itself found nothing for this field. There was nothing. ${few}`,
  );
  expect(tellRecord({ right: 0, count: 1 }, true)).toContain('There was a value. ');
});

test('the track record does not call right what nobody touched', () => {
  expect(tellRecord({ right: 31, count: 34, untouched: 20, likely: 29 }, false)).toBe(
    'In 34 approved documents the engine by itself found a value for this field. Nobody found that wrong in 31 of them; 20 of these were approved untouched. By quality samples, about 29 are right.',
  );
  expect(tellRecord({ right: 31, count: 34, untouched: 1, likely: 31 }, true)).toBe(
    'In 34 approved documents the engine by itself found nothing for this field. Nobody found that wrong in 31 of them; 1 of these was approved untouched.',
  );
  expect(tellRecord({ right: 1, count: 1, untouched: 1, likely: 1 }, false)).toContain('It was approved untouched. That is too little');
  expect(tellRecord({ right: 3, count: 4, untouched: 3, likely: 2 }, false)).not.toContain('quality samples');
  expect(tellRecord({ right: 2, count: 12, untouched: 2, likely: 1 }, false)).toContain('By quality samples, about 1 is right.');
});
