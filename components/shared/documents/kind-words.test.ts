import { expect, test } from 'vitest';
import { kindWords } from './kind-words.ts';

const choices = [{ schema_id: 'a', schema_name: 'Invoice', confidence: 0.994 }];

test('a kind says who found it, and how sure the engine was', () => {
  expect(kindWords({ kind: { by: 'machine', person: null, choices, reason: null }, schema_id: 'a' })).toBe('detected, 99 %');
  const person = { id: 'p', name: 'Ada' };
  expect(kindWords({ kind: { by: 'person', person, choices, reason: 'Not sure.' }, schema_id: 'b' })).toBe('chosen by Ada');
  expect(kindWords({ kind: { by: null, person: null, choices, reason: 'Not sure.' }, schema_id: null })).toBeNull();
  expect(kindWords({ kind: null, schema_id: 'a' })).toBeNull();
});
