import { expect, test } from 'vitest';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { FieldType } from '#lib/contract/service/extraction-schema.ts';
import { checkValue, findTypeFault } from './check-value.ts';

const TYPES: [FieldType, Value, Value[]][] = [
  ['string', 'text', [1, true, ['a']]],
  ['enum', 'text', [1, true, ['a']]],
  ['date', '2026-02-28', ['2026-02-31', '2026-13-45', '28.2.2026', '', 20260228]],
  ['money', 1.5, ['1.5', Number.NaN, true, []]],
  ['integer', 3, [3.5, '3', []]],
  ['boolean', false, ['no', 0]],
  ['list', ['a'], ['a', 1]],
];

test.each(TYPES)('a field of type %s holds its own kind of value and nothing, no other', (type, right, wrong) => {
  expect(findTypeFault({ type }, right)).toBeNull();
  expect(findTypeFault({ type }, null)).toBeNull();
  for (const value of wrong) expect(findTypeFault({ type }, value), String(value)).not.toBeNull();
});

test('a pattern must fit the whole text; one that cannot be used asks for nothing', () => {
  const field = (pattern: string) => ({ name: 'code', label: '', description: '', required: false, type: 'string' as const, pattern });
  expect(checkValue(field('[A-Z]{2}\\d+'), 'AB12')).toBeNull();
  expect(checkValue(field('[A-Z]{2}\\d+'), 'AB12x')).toMatchObject({ reason: 'bad_format' });
  expect(checkValue(field('(a)\\1'), 'x')).toBeNull();
  expect(checkValue(field('(a+)+'), `${'a'.repeat(400)}!`)).toMatchObject({ reason: 'bad_format' });
});
