import { expect, test } from 'vitest';
import { schemaDraftSchema } from '#lib/contract/extraction-schema.ts';
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
