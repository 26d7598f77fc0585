import { expect, test } from 'vitest';
import type { Field, FieldType } from '#lib/contract/service/extraction-schema.ts';
import { isSameField } from './is-same-field.ts';

const field = (name: string, type: FieldType, fields?: Field['fields']): Field => ({
  name,
  type,
  label: '',
  description: '',
  required: false,
  ...(fields ? { fields } : {}),
});
const column = (name: string, type: Exclude<FieldType, 'rows'>) => field(name, type) as NonNullable<Field['fields']>[number];

test('a field means the same when its name is the same and its type can hold the values', () => {
  expect(isSameField(field('total', 'money'), field('total', 'number'))).toBe(true);
  expect(isSameField(field('count', 'integer'), field('count', 'number'))).toBe(true);
  expect(isSameField(field('kind', 'string'), field('kind', 'enum'))).toBe(true);
  expect(isSameField(field('total', 'money'), field('sum', 'money'))).toBe(false);
  expect(isSameField(field('count', 'number'), field('count', 'integer'))).toBe(false);
  expect(isSameField(field('date', 'date'), field('date', 'string'))).toBe(false);
  expect(isSameField(field('rate', 'percentage'), field('rate', 'number'))).toBe(false);
  expect(isSameField(undefined, field('total', 'money'))).toBe(false);
});

test('rows mean the same only with the same columns', () => {
  const two = [column('item', 'string'), column('amount', 'money')];
  expect(isSameField(field('lines', 'rows', two), field('lines', 'rows', two.toReversed()))).toBe(true);
  expect(isSameField(field('lines', 'rows', two), field('lines', 'rows', [...two, column('tax', 'money')]))).toBe(false);
  expect(isSameField(field('lines', 'rows', [...two, column('tax', 'money')]), field('lines', 'rows', two))).toBe(false);
  expect(isSameField(field('lines', 'rows', two), field('lines', 'list'))).toBe(false);
});
