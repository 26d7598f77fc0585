import { expect, test } from 'vitest';
import { countOpen, openWords } from './count-open.ts';

const at = (...pointers: string[]) => pointers.map((pointer) => ({ pointer }));

test('flags are counted one by one, and the fields they are of, a table being one field', () => {
  expect(countOpen(at('/total', '/total', '/lines', '/lines/0/item', '/lines/3'))).toEqual({ flags: 5, fields: 2 });
  expect(countOpen(at('', ''))).toEqual({ flags: 2, fields: 0 });
});

test('what is open is told in words', () => {
  expect(openWords(countOpen([]))).toBe('No open flags');
  expect(openWords(countOpen(at('/total')))).toBe('1 open flag');
  expect(openWords(countOpen(at('/total', '/total')))).toBe('2 open flags in 1 field');
  expect(openWords(countOpen(at('/total', '/lines/0/item', '')))).toBe('3 open flags in 2 fields');
  expect(openWords(countOpen(at('', '')))).toBe('2 open flags');
});
