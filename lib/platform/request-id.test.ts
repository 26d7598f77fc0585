import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { findRequestId, requestIdOf, withRequestId } from './request-id.ts';

test('what others give is taken as an id only where it is one', () => {
  expect(requestIdOf('from-a-proxy:0123')).toBe('from-a-proxy:0123');
  for (const given of [undefined, '', 'short', 'two\nlines of it', 'x'.repeat(65), ['an-array-of-it'], 'with spaces in it'])
    expect(requestIdOf(given)).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
});

test('all that comes of a request has its id, also later and at the same time as another', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', format: 'json', program: 'test', write: (line) => void lines.push(line) });
  const work = async (ms: number) => {
    await sleep(ms);
    log.info('worked');
    return findRequestId();
  };
  const found = await Promise.all([withRequestId('request-one', () => work(20)), withRequestId('request-two', () => work(5)), work(1)]);
  expect(found).toEqual(['request-one', 'request-two', null]);
  expect(lines.map((line) => JSON.parse(line).request)).toEqual([undefined, 'request-two', 'request-one']);
});

test('what begins by itself inside of a request does not keep its id', async () => {
  const found = await withRequestId('request-one', async () => {
    const kept = withRequestId(null, async () => {
      await sleep(1);
      return findRequestId();
    });
    return [await kept, findRequestId()];
  });
  expect(found).toEqual([null, 'request-one']);
});
