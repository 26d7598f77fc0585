import { expect, test } from 'vitest';
import { readSetUpToken } from './read-set-up-token.ts';

test('the token is taken from the link, from its fragment, or as it is', () => {
  expect(readSetUpToken('http://127.0.0.1:3000/set-up#token=a-b_c')).toBe('a-b_c');
  expect(readSetUpToken('#token=with%20space')).toBe('with space');
  expect(readSetUpToken('#token=half%')).toBe('half%');
  expect(readSetUpToken('  a-b_c\n')).toBe('a-b_c');
  expect(readSetUpToken('')).toBe('');
});
