import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRequestId, withRequestId } from '../request-id.ts';
import { JobLostError, type QueueJob } from './queue-job.ts';
import { startTestQueue, type TestQueue, until } from './testing/start-test-queue.ts';

let t: TestQueue;
beforeEach(async () => {
  t = await startTestQueue();
});
afterEach(() => t.close());

test('a job exists exactly when its transaction commits', async () => {
  const queue = await t.openQueue({ commits: {} });
  const seen: string[] = [];
  queue.work<{ text: string }>('commits', { concurrency: 1 }, async (job) => {
    seen.push(job.data.text);
    return undefined;
  });
  await t.server.database
    .transaction(async (tx) => {
      await queue.send('commits', { text: 'rolled back' }, { tx });
      throw new Error('no');
    })
    .catch(() => undefined);
  await t.server.database.transaction(async (tx) => {
    await queue.send('commits', { text: 'committed' }, { tx });
  });
  await until(() => seen.length > 0);
  expect(await queue.count('commits').then(({ waiting }) => waiting)).toBe(0);
  expect(seen).toEqual(['committed']);
});

test('a job carries the id of the request that sent it, into its further runs too, and not in its data', async () => {
  const queue = await t.openQueue({ asked: {} });
  const seen: unknown[] = [];
  queue.work<{ n: number }>('asked', { concurrency: 1 }, async ({ data }) => {
    seen.push([data, findRequestId()]);
    return seen.length === 1 ? { againInMs: 1 } : undefined;
  });
  await withRequestId('the-request', () => queue.send('asked', { n: 1 }));
  await until(() => seen.length === 2);
  await queue.send('asked', { n: 2 });
  await until(() => seen.length === 3);
  expect(seen).toEqual([
    [{ n: 1 }, 'the-request'],
    [{ n: 1 }, 'the-request'],
    [{ n: 2 }, null],
  ]);
});

test('most jobs start at once: they do not wait for the next look at the queue', async () => {
  const queue = await t.openQueue({ prompt: {} });
  const waits: number[] = [];
  queue.work<{ sent: number }>('prompt', { concurrency: 1 }, async (job) => {
    waits.push(Date.now() - job.data.sent);
    return undefined;
  });
  for (let n = 1; n <= 13; n += 1) {
    await queue.send('prompt', { sent: Date.now() });
    await until(() => waits.length === n);
  }
  // Without a call each would wait for most of the half second until the next look. The first finds the listener on its way.
  const later = waits.slice(1).toSorted((a, b) => a - b);
  expect(later[later.length / 2]).toBeLessThan(400);
});

test('one slot takes the next job as soon as one is done', async () => {
  const queue = await t.openQueue({ short: {} });
  let done = 0;
  for (let i = 0; i < 60; i += 1) await queue.send('short', { i });
  const start = Date.now();
  queue.work('short', { concurrency: 1 }, async () => {
    done += 1;
    return undefined;
  });
  await until(() => done === 60);
  // one look every half second would make it thirty seconds
  expect(Date.now() - start).toBeLessThan(29_000);
});

test('a failing job is retried, knows its last attempt, and ends in the dead letter queue', async () => {
  const queue = await t.openQueue({ fails: { retryLimit: 1, retryDelay: 1, deadLetter: true } });
  const attempts: { attempt: number; last: boolean }[] = [];
  const dead: object[] = [];
  queue.work('fails', { concurrency: 1 }, async (job) => {
    attempts.push({ attempt: job.attempt, last: job.lastAttempt });
    throw new Error('always');
  });
  queue.work<object>('fails.dead', { concurrency: 1 }, async (job) => {
    dead.push(job.data);
    return undefined;
  });
  await queue.send('fails', { id: 7 });
  await until(() => dead.length === 1);
  expect(attempts).toEqual([
    { attempt: 1, last: false },
    { attempt: 2, last: true },
  ]);
  expect(dead).toEqual([{ id: 7 }]);
});

test('what a worker writes after it lost its claim is rolled back', async () => {
  await t.server.database.execute(sql`create table written (by text)`);
  const queue = await t.openQueue({ fenced: {} });
  const jobs: QueueJob<unknown>[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const outcomes: string[] = [];
  queue.work('fenced', { concurrency: 2 }, async (job) => {
    jobs.push(job);
    const mine = `attempt ${job.attempt}`;
    if (job.attempt === 1) await held;
    await t.server.database
      .transaction(async (tx) => {
        await tx.execute(sql`insert into written values (${mine})`);
        await job.finish(tx);
      })
      .then(
        () => outcomes.push(`${mine} kept`),
        (error) => {
          outcomes.push(`${mine} ${error instanceof JobLostError ? 'lost' : 'failed'}`);
          throw error;
        },
      );
    return undefined;
  });
  await queue.send('fenced', {});
  await until(() => jobs.length === 1);
  expect(await queue.requeueActive(['fenced'])).toBe(1);
  await until(() => outcomes.length === 1);
  release();
  await until(() => outcomes.length === 2);
  expect(outcomes).toEqual(['attempt 2 kept', 'attempt 1 lost']);
  const { rows } = await t.server.database.execute(sql`select by from written`);
  expect(rows).toEqual([{ by: 'attempt 2' }]);
});

test('a job that asks to run again does so later without counting as failed', async () => {
  const queue = await t.openQueue({ again: { retryLimit: 0 } });
  const times: number[] = [];
  queue.work('again', { concurrency: 1 }, async (job) => {
    times.push(Date.now());
    expect(job.attempt).toBe(1);
    return times.length < 3 ? { againInMs: 600 } : undefined;
  });
  await queue.send('again', {});
  await until(() => times.length === 3);
  expect((times[2] as number) - (times[0] as number)).toBeGreaterThanOrEqual(1200);
  await until(async () => (await queue.count('again')).active === 0);
  expect(await queue.count('again')).toEqual({ waiting: 0, active: 0 });
});

test('an exclusive queue takes one job of a key until it is done', async () => {
  const queue = await t.openQueue({ once: { policy: 'exclusive' } });
  expect(await queue.send('once', {}, { singletonKey: 'a' })).not.toBeNull();
  expect(await queue.send('once', {}, { singletonKey: 'a' })).toBeNull();
  expect(await queue.send('once', {}, { singletonKey: 'b' })).not.toBeNull();
});
