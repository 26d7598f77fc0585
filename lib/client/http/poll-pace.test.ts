import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { pauseOf, slowingPause } from './poll-pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the longer an answer stays the same, the longer the pause, up to 15 s; another answer begins anew', () => {
  const data = { state: 'running' };
  const pause = () => pauseOf({ state: { data, error: null } }, 700);
  expect(pause()).toBe(700);
  vi.advanceTimersByTime(60_000);
  expect(pause()).toBe(6_000);
  vi.advanceTimersByTime(30 * 60_000);
  expect(pause()).toBe(15_000);
  expect(pauseOf({ state: { data: { state: 'running' }, error: null } }, 700)).toBe(700);
});

test('a refusal that names a time is waited out', () => {
  const error = new ProblemError('rate_limited', undefined, { headers: { 'retry-after': '40' } });
  expect(pauseOf({ state: { data: {}, error } }, 700)).toBe(40_000);
});

test('news is late by a tenth of the time it took at most, and never asked for faster than wanted', () => {
  expect(slowingPause(0, 700)).toBe(700);
  expect(slowingPause(20_000, 700)).toBe(2_000);
  expect(slowingPause(20_000, 3_000)).toBe(3_000);
  expect(slowingPause(20_000, 700, 0.5)).toBe(10_000);
  expect(slowingPause(Number.MAX_SAFE_INTEGER, 700)).toBe(15_000);
});

test('before anything was answered, and after an error that names no time, the pause is the shortest', () => {
  expect(pauseOf({ state: { data: undefined, error: null } }, 700)).toBe(700);
  expect(pauseOf({ state: { data: null, error: new Error('no answer') } }, 700)).toBe(700);
});
