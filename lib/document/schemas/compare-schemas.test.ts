import { expect, test } from 'vitest';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { compareSchemas } from './compare-schemas.ts';

const draft = (fields: object[], more: object = {}) => schemaDraftSchema.parse({ name: 'Order', fields, ...more });
const field = (name: string, more: object = {}) => ({ name, type: 'string', ...more });

test('a schema differs from itself in nothing', () => {
  const one = draft([field('a'), { name: 'rows', type: 'rows', fields: [field('b')] }], { rules: [{ formula: 'a = a' }] });
  expect(compareSchemas(one, one)).toEqual({ texts: [], fields: [], rules: [] });
});

test('fields and columns that came, went or are others now are told one by one, with what was said of them before', () => {
  const before = draft([
    field('number', { label: 'No.' }),
    field('gone'),
    { name: 'lines', type: 'rows', fields: [field('item'), field('unit')] },
  ]);
  const after = draft([
    field('number', { label: 'Number', required: true }),
    { name: 'lines', type: 'rows', fields: [field('item'), { name: 'price', type: 'money', label: 'Price' }] },
    field('date', { type: 'date' }),
  ]);
  expect(compareSchemas(before, after).fields).toEqual([
    {
      name: 'number',
      label: 'Number',
      kind: 'changed',
      attributes: [
        { attribute: 'label', before: 'No.', after: 'Number' },
        { attribute: 'required', before: false, after: true },
      ],
    },
    { name: 'lines.price', label: 'Price', kind: 'added' },
    { name: 'lines.unit', label: 'unit', kind: 'removed' },
    { name: 'date', label: 'date', kind: 'added' },
    { name: 'gone', label: 'gone', kind: 'removed' },
  ]);
});

test('of an order that changed only what had to move is told', () => {
  const names = (...all: string[]) => draft(all.map((name) => field(name)));
  const moved = (from: string[], to: string[]) => compareSchemas(names(...from), names(...to)).fields.map(({ name, kind }) => [name, kind]);
  expect(moved(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])).toEqual([['d', 'moved']]);
  expect(moved(['a', 'b', 'c'], ['b', 'c', 'a'])).toEqual([['a', 'moved']]);
  // what comes between them moves nothing
  expect(moved(['a', 'b'], ['a', 'new', 'b'])).toEqual([['new', 'added']]);
});

test('rules that changed places, and one of two with the same formula, are told', () => {
  const rules = (...formulas: [string, string?][]) =>
    draft([field('a')], { rules: formulas.map(([formula, message = '']) => ({ formula, message })) });
  expect(compareSchemas(rules(['a = b'], ['c = d']), rules(['c = d'], ['a = b'])).rules).toEqual([{ kind: 'moved', formula: 'a = b' }]);
  expect(compareSchemas(rules(['a = b'], ['a = b']), rules(['a = b'])).rules).toEqual([{ kind: 'removed', formula: 'a = b' }]);
  const twice = rules(['a = b', 'x'], ['a = b', 'y']);
  expect(compareSchemas(twice, twice).rules).toEqual([]);
});

test('rules are told by their formulas, and names and descriptions of schemas too', () => {
  const before = draft([field('a')], { description: 'Old', rules: [{ formula: 'a = b', message: 'One' }, { formula: 'c = d' }] });
  const after = draft([field('a')], {
    name: 'Purchase order',
    description: 'New',
    rules: [{ formula: 'a = b', message: 'Two' }, { formula: 'e = f' }],
  });
  expect(compareSchemas(before, after)).toEqual({
    texts: [
      { text: 'name', before: 'Order', after: 'Purchase order' },
      { text: 'description', before: 'Old', after: 'New' },
    ],
    fields: [],
    rules: [
      { kind: 'changed', formula: 'a = b', before: 'One', after: 'Two' },
      { kind: 'added', formula: 'e = f' },
      { kind: 'removed', formula: 'c = d' },
    ],
  });
});
