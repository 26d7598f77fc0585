import { fork } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueue, type Queue, type QueueDefinition } from './queue.ts';
import { JobLostError, type QueueJob } from './queue-job.ts';
import { requeueInterrupted } from './requeue-interrupted.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let test1: TestDatabase;
const open: Queue[] = [];

beforeAll(async () => {
  test1 = await createTestDatabase();
});
afterAll(async () => {
  for (const queue of open) await queue.close();
  await test1.close();
});

async function openQueue(queues: Record<string, QueueDefinition>, url = test1.url): Promise<Queue> {
  const queue = await createQueue({ databaseUrl: url, queues });
  open.push(queue);
  return queue;
}

async function until(isTrue: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('It did not become true in time.');
    await sleep(20);
  }
}

test('a job exists exactly when its transaction commits, and starts at once', async () => {
  const queue = await openQueue({ commits: {} });
  const seen: { text: string; after: number }[] = [];
  queue.work<{ text: string; sent: number }>('commits', { concurrency: 1 }, async (job) => {
    seen.push({ text: job.data.text, after: Date.now() - job.data.sent });
    return undefined;
  });
  await sleep(700);
  await test1.database
    .transaction(async (tx) => {
      await queue.send('commits', { text: 'rolled back', sent: Date.now() }, { tx });
      throw new Error('no');
    })
    .catch(() => undefined);
  await test1.database.transaction(async (tx) => {
    await queue.send('commits', { text: 'committed', sent: Date.now() }, { tx });
  });
  await until(() => seen.length > 0);
  await sleep(700);
  expect(seen.map(({ text }) => text)).toEqual(['committed']);
  expect(seen[0]?.after).toBeLessThan(450);
});

test('one slot does many short jobs a second', async () => {
  const queue = await openQueue({ short: {} });
  let done = 0;
  for (let i = 0; i < 60; i += 1) await queue.send('short', { i });
  const start = Date.now();
  queue.work('short', { concurrency: 1 }, async () => {
    done += 1;
    return undefined;
  });
  await until(() => done === 60);
  expect(Date.now() - start).toBeLessThan(6000);
});

test('a failing job is retried, knows its last attempt, and ends in the dead letter queue', async () => {
  const queue = await openQueue({ fails: { retryLimit: 1, retryDelay: 1, deadLetter: true } });
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
  await until(() => dead.length === 1, 15_000);
  expect(attempts).toEqual([
    { attempt: 1, last: false },
    { attempt: 2, last: true },
  ]);
  expect(dead).toEqual([{ id: 7 }]);
});

test('what a worker writes after it lost its claim is rolled back', async () => {
  await test1.database.execute(sql`create table written (by text)`);
  const queue = await openQueue({ fenced: {} });
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
    await test1.database
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
  const { rows } = await test1.database.execute(sql`select by from written`);
  expect(rows).toEqual([{ by: 'attempt 2' }]);
});

test('a job that asks to run again does so later without counting as failed', async () => {
  const queue = await openQueue({ again: { retryLimit: 0 } });
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

test('draining waits for short jobs, and puts back the long ones without failing them', async () => {
  const queue = await openQueue({ drained: { retryLimit: 0 } });
  const aborted: boolean[] = [];
  queue.work<{ ms: number }>('drained', { concurrency: 2 }, async (job) => {
    await sleep(job.data.ms, undefined, { signal: job.signal }).catch(() => undefined);
    aborted.push(job.signal.aborted);
    if (job.signal.aborted) throw new Error('aborted');
    return undefined;
  });
  await queue.send('drained', { ms: 300 });
  await queue.send('drained', { ms: 60_000 });
  await until(async () => (await queue.count('drained')).active === 2);
  await queue.drain(1000);
  await sleep(100);
  expect(aborted).toEqual([false, true]);
  const second = await openQueue({ drained: { retryLimit: 0 } });
  expect(await second.count('drained')).toEqual({ waiting: 1, active: 0 });
});

test('interruptions of the whole machine cost no attempt, those of the worker alone do', async () => {
  const database = await createTestDatabase();
  const queue = await openQueue({ interrupted: { retryLimit: 1, deadLetter: true } }, database.url);
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
    expect(await requeueInterrupted(database.url)).toBe(1);
  }
  await until(() => attempts.length === 5);
  expect(attempts.map(({ last }) => last)).toEqual([false, false, false, false, false]);
  expect(await queue.requeueActive(['interrupted'])).toBe(1);
  await until(() => attempts.length === 6);
  expect(attempts[5]).toEqual({ attempt: 6, last: true });
  expect(await queue.requeueActive(['interrupted'])).toBe(0);
  await until(async () => (await queue.count('interrupted.dead')).waiting === 1);
  await queue.close();
  await database.close();
});

test('an exclusive queue takes one job of a key until it is done', async () => {
  const queue = await openQueue({ once: { policy: 'exclusive' } });
  expect(await queue.send('once', {}, { singletonKey: 'a' })).not.toBeNull();
  expect(await queue.send('once', {}, { singletonKey: 'a' })).toBeNull();
  expect(await queue.send('once', {}, { singletonKey: 'b' })).not.toBeNull();
});

function startChild(url: string, mode: string) {
  return fork(path.resolve('dist/platform-queue-worker-child.mjs'), [url, mode], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

test('killed worker processes lose no job, and no result is written twice', { timeout: 90_000 }, async () => {
  const database = await createTestDatabase();
  await database.database.execute(sql`create table starts (number int)`);
  await database.database.execute(sql`create table results (number int)`);
  const queue = await openQueue({ numbers: { retryLimit: 20 } }, database.url);
  for (let number = 0; number < 40; number += 1) await queue.send('numbers', { number, ms: 80 });
  for (let kill = 0; kill < 8; kill += 1) {
    const child = startChild(database.url, 'requeue');
    await new Promise((resolve) => child.once('message', resolve));
    await sleep(50 + Math.random() * 300);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }
  const last = startChild(database.url, 'requeue');
  const finished = async () => {
    const { rows } = await database.database.execute(sql`select count(distinct number)::int as n from results`);
    return rows[0]?.n === 40;
  };
  await until(finished, 40_000);
  const { rows } = await database.database.execute(
    sql`select count(*)::int as results, (select count(*)::int from starts) as starts from results`,
  );
  expect(rows[0]?.results).toBe(40);
  expect(rows[0]?.starts).toBeGreaterThan(40);
  last.kill('SIGKILL');
  await queue.close();
  await database.close();
});

test('the job of a killed worker is found by its heartbeat when nobody requeues it', { timeout: 60_000 }, async () => {
  const database = await createTestDatabase();
  await database.database.execute(sql`create table starts (number int)`);
  await database.database.execute(sql`create table results (number int)`);
  const queue = await openQueue({ numbers: { retryLimit: 20 } }, database.url);
  await queue.send('numbers', { number: 1, ms: 400 });
  const first = startChild(database.url, 'plain');
  await until(async () => (await queue.count('numbers')).active === 1);
  first.kill('SIGKILL');
  const second = startChild(database.url, 'plain');
  const start = Date.now();
  await until(async () => (await database.database.execute(sql`select 1 from results`)).rows.length === 1, 30_000);
  expect(Date.now() - start).toBeLessThan(20_000);
  second.kill('SIGKILL');
  await queue.close();
  await database.close();
});
