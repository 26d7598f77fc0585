import { afterEach, expect, test, vi } from 'vitest';
import { findConnection, noteAnswer } from './connection.ts';

afterEach(() => {
  noteAnswer(true);
  vi.unstubAllGlobals();
});

test('one lost request says nothing, two say that the desk is silent, and any answer takes it back', () => {
  vi.stubGlobal('navigator', { onLine: true });
  noteAnswer(false);
  expect(findConnection()).toBe('there');
  noteAnswer(false);
  expect(findConnection()).toBe('silent');
  noteAnswer(true);
  expect(findConnection()).toBe('there');
});

test('a computer without network is told from a desk that does not answer', () => {
  vi.stubGlobal('navigator', { onLine: false });
  noteAnswer(false);
  noteAnswer(false);
  expect(findConnection()).toBe('offline');
});
