import { expect, test } from 'vitest';
import { countOpenFlags, describeOpenFlags } from './count-open-flags.ts';

const at = (...pointers: string[]) => pointers.map((pointer) => ({ pointer }));

test('flags are counted one by one, and the fields they are of, a table being one field', () => {
  expect(countOpenFlags(at('/total', '/total', '/lines', '/lines/0/item', '/lines/3'))).toEqual({ flags: 5, fields: 2 });
  expect(countOpenFlags(at('', ''))).toEqual({ flags: 2, fields: 0 });
});

test('what is open is told in words', () => {
  expect(describeOpenFlags(countOpenFlags([]))).toBe('No open flags');
  expect(describeOpenFlags(countOpenFlags(at('/total')))).toBe('1 open flag');
  expect(describeOpenFlags(countOpenFlags(at('/total', '/total')))).toBe('2 open flags in 1 field');
  expect(describeOpenFlags(countOpenFlags(at('/total', '/lines/0/item', '')))).toBe('3 open flags in 2 fields');
  expect(describeOpenFlags(countOpenFlags(at('', '')))).toBe('2 open flags');
});
