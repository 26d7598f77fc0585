import { afterEach, expect, test, vi } from 'vitest';
import { findConnection, recordAnswer } from './connection.ts';
import { requestJson } from './http.ts';

afterEach(() => {
  recordAnswer(true);
  vi.unstubAllGlobals();
});

test('one lost request says nothing, two say that the desk is silent, and any answer takes it back', () => {
  vi.stubGlobal('navigator', { onLine: true });
  recordAnswer(false);
  expect(findConnection()).toBe('there');
  recordAnswer(false);
  expect(findConnection()).toBe('silent');
  recordAnswer(true);
  expect(findConnection()).toBe('there');
});

test('a desk that answers a computer without network is there', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(findConnection()).toBe('there');
  recordAnswer(true);
  expect(findConnection()).toBe('there');
});

test('a computer without network is told from a desk that does not answer, by the first request that is lost', () => {
  vi.stubGlobal('navigator', { onLine: false });
  recordAnswer(false);
  expect(findConnection()).toBe('offline');
  recordAnswer(true);
  expect(findConnection()).toBe('there');
});

test('the answer to any request takes it back, also a refusal', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  for (const [status, body] of [
    [200, '{}'],
    [404, '{}'],
  ] as const) {
    recordAnswer(false);
    expect(findConnection()).toBe('offline');
    vi.stubGlobal('fetch', async () => new Response(body, { status }));
    await requestJson('/api/anything').catch(() => undefined);
    expect(findConnection()).toBe('there');
  }
});
