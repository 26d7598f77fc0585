import { expect, test } from 'vitest';
import { optionOf } from './option-of.ts';

test('an option is known by itself, by words around it, by a part, by its initial and by another ending', () => {
  const filing = ['single', 'married_filing_jointly', 'head_of_household'];
  expect(optionOf('Single', filing)).toBe('single');
  expect(optionOf('Married filing jointly (even if only one had income)', filing)).toBe('married_filing_jointly');
  expect(optionOf('Household', filing)).toBe('head_of_household');
  expect(optionOf('F', ['female', 'male'])).toBe('female');
  expect(optionOf('Pass', ['passed', 'failed'])).toBe('passed');
  expect(optionOf('Job complete', ['completed', 'cancelled'])).toBe('completed');
});

test('where two options could be meant, or none, there is none', () => {
  expect(optionOf('M', ['male', 'mixed'])).toBeNull();
  expect(optionOf('transfer', ['bank_transfer', 'wire_transfer'])).toBeNull();
  expect(optionOf('Pipeline', ['air', 'sea'])).toBeNull();
  expect(optionOf('', ['air', 'sea'])).toBeNull();
  expect(optionOf('Seasonal', ['air', 'sea'])).toBeNull();
});
