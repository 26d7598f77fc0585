import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requeueInterrupted } from './requeue-interrupted.ts';
import { startTestQueue, type TestQueue, until } from './testing/start-test-queue.ts';

let t: TestQueue;
beforeEach(async () => {
  t = await startTestQueue();
});
afterEach(() => t.close());

test('draining waits for short jobs, and puts back the long ones without failing them', async () => {
  const queue = await t.openQueue({ drained: { retryLimit: 0 } });
  let endShort: () => void = () => undefined;
  const shortMayEnd = new Promise<void>((resolve) => {
    endShort = resolve;
  });
  const started: string[] = [];
  const ended: string[] = [];
  queue.work<{ length: 'short' | 'long' }>('drained', { concurrency: 2 }, async (job) => {
    started.push(job.data.length);
    const aborted = new Promise((resolve) => job.signal.addEventListener('abort', resolve));
    await (job.data.length === 'short' ? Promise.race([shortMayEnd, aborted]) : aborted);
    ended.push(`${job.data.length} ${job.signal.aborted ? 'aborted' : 'done'}`);
    if (job.signal.aborted) throw new Error('aborted');
    return undefined;
  });
  await queue.send('drained', { length: 'short' });
  await queue.send('drained', { length: 'long' });
  await until(() => started.length === 2);
  const drained = queue.drain(10_000);
  endShort();
  await drained;
  await until(() => ended.length === 2);
  expect(ended).toEqual(['short done', 'long aborted']);
  const second = await t.openQueue({ drained: { retryLimit: 0 } });
  expect(await second.count('drained')).toEqual({ waiting: 1, active: 0 });
});

test.for(['drain', 'close'] as const)('jobs that end because the program stops (%s) have not failed', async (way) => {
  const queue = await t.openQueue({ stopped: { retryLimit: 0 } });
  let started = 0;
  queue.work('stopped', { concurrency: 20 }, async (job) => {
    started += 1;
    await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
    throw new Error('aborted');
  });
  for (let n = 0; n < 20; n += 1) await queue.send('stopped', {});
  await until(() => started === 20);
  // once found without a worker: what is put back must not look so again, or a stop would count as a death
  await t.server.database.execute(sql`update pgboss.job set output = '{"value": {"message": "job heartbeat timeout"}}'`);
  await (way === 'drain' ? queue.drain(0) : queue.close());
  const second = await t.openQueue({ stopped: { retryLimit: 0 } });
  const { waiting, active } = await second.count('stopped');
  expect(waiting + active).toBe(20);
  if (way === 'drain') expect(waiting).toBe(20);
  const { rows } = await t.server.database.execute(sql`select 1 from pgboss.job where state = 'retry' and output is not null`);
  expect(rows).toEqual([]);
});

test('interruptions of the whole machine cost no attempt, those of the worker alone do', async () => {
  const queue = await t.openQueue({ interrupted: { retryLimit: 1, deadLetter: true } });
  const attempts: { attempt: number; last: boolean }[] = [];
  queue.work('interrupted', { concurrency: 10 }, async (job) => {
    attempts.push({ attempt: job.attempt, last: job.lastAttempt });
    // as if the worker were gone
    await new Promise(() => undefined);
    return undefined;
  });
  await queue.send('interrupted', {});
  for (let round = 1; round <= 4; round += 1) {
    await until(() => attempts.length === round);
    expect(await requeueInterrupted(t.server.url)).toBe(1);
  }
  await until(() => attempts.length === 5);
  expect(attempts.map(({ last }) => last)).toEqual([false, false, false, false, false]);
  await queue.close();
  const next = await t.openQueue({ interrupted: { retryLimit: 1, deadLetter: true } });
  expect(await next.requeueActive(['interrupted'])).toBe(1);
  next.work('interrupted', { concurrency: 10 }, async (job) => {
    attempts.push({ attempt: job.attempt, last: job.lastAttempt });
    await new Promise(() => undefined);
    return undefined;
  });
  await until(() => attempts.length === 6);
  expect(attempts[5]).toEqual({ attempt: 6, last: true });
  expect(await next.requeueActive(['interrupted'])).toBe(0);
  await until(async () => (await next.count('interrupted.dead')).waiting === 1);
  await next.close();
});
