import { expect, test } from 'vitest';
import { createFreeSpace } from '#lib/platform/blobs/free-space.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import { leaveSpace } from './leave-space.ts';

test('reading neither begins on a disk without space nor fills one, and the file is not blamed', async () => {
  let free = 100;
  const space = { before: createFreeSpace('.', 50, async () => free), during: createFreeSpace('.', 25, async () => free) };
  const never = new AbortController().signal;
  expect(await leaveSpace(space, never, async () => 'read')).toBe('read');
  const filling = leaveSpace(space, never, (signal) => {
    free = 20;
    // as a child process that is killed is told of
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('reading_crashed'))));
  }).catch((error) => error);
  expect(findOutage(await filling)).toMatchObject({ dependency: 'storage', kind: 'full' });
  const begun: string[] = [];
  const refused = leaveSpace(space, never, async () => begun.push('begun')).catch((error) => error);
  expect(findOutage(await refused)?.kind).toBe('full');
  expect(begun).toEqual([]);
});
