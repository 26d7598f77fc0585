import { expect, test } from 'vitest';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { findDraftFaults } from './find-draft-faults.ts';

const draft = (pattern: string, ...formulas: string[]) =>
  schemaDraftSchema.parse({
    name: 'Invoice',
    fields: [
      { name: 'total', type: 'money' },
      {
        name: 'lines',
        type: 'rows',
        fields: [
          { name: 'amount', type: 'money' },
          { name: 'code', type: 'string', pattern },
        ],
      },
    ],
    rules: formulas.map((formula) => ({ formula })),
  });

test('a schema whose rules and patterns can be used has no faults', () => {
  expect(findDraftFaults(draft('[A-Z]+', 'total = sum(lines.amount)', 'count(lines) > 0', 'round(total, 2) >= 0'))).toEqual([]);
});

test('rules that cannot be read or name what is not there are told with their place', () => {
  const faults = findDraftFaults(draft('[A-Z]+', 'total =', 'total = net + tax', 'lines.price > 0', 'total.amount = 1'));
  expect(faults.map(({ pointer }) => pointer)).toEqual(['/rules/0/formula', '/rules/1/formula', '/rules/2/formula', '/rules/3/formula']);
  expect(faults[1]?.message).toBe('There is no field “net”.');
  expect(faults[2]?.message).toBe('There is no column “lines.price”.');
});

test('patterns that cannot be used are told with their place', () => {
  expect(findDraftFaults(draft('(a)\\1'))).toMatchObject([
    { pointer: '/fields/1/fields/1/pattern', message: expect.stringContaining('code') },
  ]);
});

const DATES = schemaDraftSchema.parse({
  name: 'Invoice',
  fields: [
    { name: 'due', type: 'date' },
    { name: 'issued', type: 'date' },
    { name: 'total', type: 'money' },
    { name: 'note', type: 'string' },
    { name: 'lines', type: 'rows', fields: [{ name: 'amount', type: 'money' }] },
  ],
});
const faultOf = (formula: string) => findDraftFaults({ ...DATES, rules: [{ formula, message: '' }] })[0]?.message;

test('rules that reckon with days have no faults', () => {
  for (const formula of [
    'due <= issued + 30',
    'due - issued <= 30',
    'due - 14 >= issued',
    'due > "2026-01-31"',
    'note != "draft"',
    'count(lines) > 1',
  ])
    expect([formula, faultOf(formula)]).toEqual([formula, undefined]);
});

test('rules that could never be judged are told before they are saved, with what to write instead', () => {
  expect(faultOf('due <= 30')).toMatch(/A date cannot be compared with a number.*due - issued <= 30/);
  expect(faultOf('due + issued > 3')).toMatch(/only be calculated in days/);
  expect(faultOf('due * 2 > issued')).toMatch(/only be calculated in days/);
  expect(faultOf('total > note')).toBe('A number cannot be compared with a text.');
  expect(faultOf('total + note > 3')).toMatch(/needs numbers on both sides/);
  expect(faultOf('lines > 3')).toMatch(/count\(lines\) or sum\(lines\.COLUMN\)/);
  expect(faultOf('sum(note) > 3')).toMatch(/sum needs numbers/);
});

test('patterns are refused that are too long together, at the first that is too much', () => {
  const fields = Array.from({ length: 60 }, (_field, at) => ({ name: `f${at}`, type: 'string' as const, pattern: '[^\\p{L}]'.repeat(62) }));
  const faults = findDraftFaults(schemaDraftSchema.parse({ name: 'Patterns', fields }));
  expect(faults).toEqual([{ pointer: '/fields/40/pattern', message: expect.stringContaining('together') }]);
});
