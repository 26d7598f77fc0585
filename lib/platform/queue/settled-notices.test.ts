import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSettledNotices } from './settled-notices.ts';

const never = new AbortController().signal;

async function measure(work: Promise<void>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

test('a wait ends when the notice comes, also when it came before the wait but after the question', async () => {
  const notices = createSettledNotices(() => true);
  const askedAt = performance.now();
  setTimeout(() => notices.take('settled one'), 50);
  expect(await measure(notices.wait('one', 60_000, askedAt, never))).toBeLessThan(5_000);
  expect(await measure(notices.wait('one', 60_000, askedAt, never))).toBeLessThan(5_000);
});

test('a notice of before the question, or of something else, ends no wait: it ends by itself', async () => {
  const notices = createSettledNotices(() => true);
  notices.take('settled one');
  await sleep(5);
  setTimeout(() => notices.take('settled other'), 20);
  expect(await measure(notices.wait('one', 200, performance.now(), never))).toBeGreaterThanOrEqual(190);
});

test('a wait ends with the program, and leaves other notifications to others', async () => {
  const notices = createSettledNotices(() => true);
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 20);
  await expect(notices.wait('one', 60_000, 0, stopping.signal)).rejects.toThrow();
  expect(notices.take('desk-follow')).toBe(false);
  expect(notices.take('settled one')).toBe(true);
});
