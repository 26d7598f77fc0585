import { fork } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';
import { createQueue, type Queue, type QueueDefinition } from './queue.ts';
import { JobLostError, type QueueJob } from './queue-job.ts';
import { requeueInterrupted } from './requeue-interrupted.ts';

let test1: TestDatabase;
const open: Queue[] = [];

// each test has its own database, so that a second try meets nothing of the first
beforeEach(async () => {
  test1 = await createTestDatabase();
});
afterEach(async () => {
  for (const queue of open.splice(0)) await queue.close();
  await test1.close();
});

async function openQueue(queues: Record<string, QueueDefinition>, url = test1.url): Promise<Queue> {
  const queue = await createQueue({ databaseUrl: url, queues });
  open.push(queue);
  return queue;
}

async function until(isTrue: () => boolean | Promise<boolean>, ms = 100_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('It did not become true in time.');
    await sleep(20);
  }
}

test('a job exists exactly when its transaction commits', async () => {
  const queue = await openQueue({ commits: {} });
  const seen: string[] = [];
  queue.work<{ text: string }>('commits', { concurrency: 1 }, async (job) => {
    seen.push(job.data.text);
    return undefined;
  });
  await test1.database
    .transaction(async (tx) => {
      await queue.send('commits', { text: 'rolled back' }, { tx });
      throw new Error('no');
    })
    .catch(() => undefined);
  await test1.database.transaction(async (tx) => {
    await queue.send('commits', { text: 'committed' }, { tx });
  });
  await until(() => seen.length > 0);
  expect(await queue.count('commits').then(({ waiting }) => waiting)).toBe(0);
  expect(seen).toEqual(['committed']);
});

test('most jobs start at once: they do not wait for the next look at the queue', async () => {
  const queue = await openQueue({ prompt: {} });
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
  expect(later[later.length / 2]).toBeLessThan(200);
});

test('one slot takes the next job as soon as one is done', async () => {
  const queue = await openQueue({ short: {} });
  let done = 0;
  for (let i = 0; i < 60; i += 1) await queue.send('short', { i });
  const start = Date.now();
  queue.work('short', { concurrency: 1 }, async () => {
    done += 1;
    return undefined;
  });
  await until(() => done === 60);
  // one look every half second would make it thirty seconds
  expect(Date.now() - start).toBeLessThan(20_000);
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
  await until(() => dead.length === 1);
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
  const second = await openQueue({ drained: { retryLimit: 0 } });
  expect(await second.count('drained')).toEqual({ waiting: 1, active: 0 });
});

test.for(['drain', 'close'] as const)('jobs that end because the program stops (%s) have not failed', async (way) => {
  const queue = await openQueue({ stopped: { retryLimit: 0 } });
  let started = 0;
  queue.work('stopped', { concurrency: 20 }, async (job) => {
    started += 1;
    await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
    throw new Error('aborted');
  });
  for (let n = 0; n < 20; n += 1) await queue.send('stopped', {});
  await until(() => started === 20);
  // once found without a worker: what is put back must not look so again, or a stop would count as a death
  await test1.database.execute(sql`update pgboss.job set output = '{"value": {"message": "job heartbeat timeout"}}'`);
  await (way === 'drain' ? queue.drain(0) : queue.close());
  const second = await openQueue({ stopped: { retryLimit: 0 } });
  const { waiting, active } = await second.count('stopped');
  expect(waiting + active).toBe(20);
  if (way === 'drain') expect(waiting).toBe(20);
  const { rows } = await test1.database.execute(sql`select 1 from pgboss.job where state = 'retry' and output is not null`);
  expect(rows).toEqual([]);
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
  await queue.close();
  const next = await openQueue({ interrupted: { retryLimit: 1, deadLetter: true } }, database.url);
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

test('killed worker processes lose no job, and no result is written twice', { timeout: 600_000 }, async () => {
  const database = await createTestDatabase();
  await database.database.execute(sql`create table starts (number int)`);
  await database.database.execute(sql`create table results (number int)`);
  const queue = await openQueue({ numbers: { retryLimit: 20 } }, database.url);
  for (let number = 0; number < 40; number += 1) await queue.send('numbers', { number, ms: 200 });
  const starts = async () => {
    const { rows } = await database.database.execute(sql`select count(*)::int as n from starts`);
    return rows[0]?.n as number;
  };
  const finished = async () => {
    const { rows } = await database.database.execute(sql`select count(distinct number)::int as n from results`);
    return rows[0]?.n === 40;
  };
  for (let kill = 0; kill < 8; kill += 1) {
    const child = startChild(database.url, 'requeue');
    await new Promise((resolve) => child.once('message', resolve));
    const begun = await starts();
    await until(async () => (await starts()) > begun || (await finished()));
    await sleep(Math.random() * 200);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }
  const last = startChild(database.url, 'requeue');
  await until(finished, 200_000);
  const { rows } = await database.database.execute(
    sql`select count(*)::int as results, (select count(*)::int from starts) as starts from results`,
  );
  expect(rows[0]?.results).toBe(40);
  expect(rows[0]?.starts).toBeGreaterThan(40);
  last.kill('SIGKILL');
  await queue.close();
  await database.close();
});

test.each([
  ['at once', false],
  ['only after its jobs were found without a worker', true],
] as const)(
  'a job that ends its worker twice is given up, and those in hand with it are done, when the next worker comes %s',
  async (_when, isLate) => {
    const database = await createTestDatabase();
    await database.database.execute(sql`create table starts (number int)`);
    await database.database.execute(sql`create table results (number int)`);
    const queue = await openQueue({ numbers: { retryLimit: 20, deadLetter: true } }, database.url);
    for (let number = 0; number < 12; number += 1) await queue.send('numbers', { number, ms: 100, deadly: number === 4 });
    const given: { number: number; deaths: number }[] = [];
    queue.work<{ number: number }>('numbers.dead', { concurrency: 1 }, async (job) => {
      given.push({ number: job.data.number, deaths: job.deaths });
      return undefined;
    });
    let worker = startChild(database.url, 'watched');
    for (let deaths = 0; given.length === 0; deaths += 1) {
      expect(deaths).toBeLessThan(10);
      const gone = new Promise((resolve) => worker.once('exit', resolve));
      await Promise.race([gone, until(() => given.length > 0)]);
      // the one that gives the job up lives on: killing it would be a death that no job caused
      if (given.length > 0) break;
      if (isLate) await until(async () => (await queue.count('numbers')).active === 0);
      worker = startChild(database.url, 'watched');
    }
    expect(given).toEqual([{ number: 4, deaths: 2 }]);
    await until(async () => {
      const { rows } = await database.database.execute(sql`select count(distinct number)::int as n from results`);
      return rows[0]?.n === 11;
    });
    const { rows } = await database.database.execute(sql`select count(*)::int as n from starts where number = 4`);
    expect(rows[0]?.n).toBeGreaterThanOrEqual(2);
    expect(given).toHaveLength(1);
    worker.kill('SIGKILL');
    await queue.close();
    await database.close();
  },
);

test('submitters take turns, and one with nothing in hand finds a place while another holds all', async () => {
  const queue = await openQueue({ turns: {} });
  const started: string[] = [];
  const waiting: (() => void)[] = [];
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) await queue.send('turns', { name }, { submitter: name.charAt(0) });
  queue.work<{ name: string }>('turns', { concurrency: 2, fair: { places: 1 } }, async (job) => {
    started.push(`${job.data.name}${job.express ? ' express' : ''}`);
    // those of a are long
    if (job.submitter === 'a') await new Promise<void>((resolve) => waiting.push(resolve));
    return undefined;
  });
  await until(() => started.length >= 4);
  expect(started.slice(0, 3)).toEqual(['a1', 'b1 express', 'c1 express']);
  // nobody else waits: a may have the second place, but not the one that is kept free
  await queue.send('turns', { name: 'b2' }, { submitter: 'b' });
  await until(() => started.length >= 5);
  expect(started.slice(3)).toEqual(['a2', 'b2 express']);
  for (let done = 0; done < 4; done += 1) {
    await until(() => waiting.length > 0);
    waiting.shift()?.();
  }
  await until(() => started.length === 7);
});

test('a job that takes too long for the place of short ones gives it up and waits for another', async () => {
  const queue = await openQueue({ long: {} });
  const started: string[] = [];
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  for (const name of ['a1', 'b1', 'c1']) await queue.send('long', { name }, { submitter: name.charAt(0) });
  queue.work<{ name: string }>('long', { concurrency: 1, fair: { places: 1, expressMs: 200 } }, async (job) => {
    started.push(`${job.data.name}${job.express ? ' express' : ''}`);
    if (job.data.name === 'a1') await held;
    else if (job.express && job.data.name === 'b1')
      await new Promise((_, reject) => {
        job.signal.addEventListener('abort', () => reject(job.signal.reason));
      });
    return undefined;
  });
  await until(() => started.length === 3);
  expect(started).toEqual(['a1', 'b1 express', 'c1 express']);
  await until(async () => (await queue.count('long')).active === 1);
  end();
  await until(() => started.length === 4);
  expect(started[3]).toBe('b1');
  await until(async () => {
    const { waiting, active } = await queue.count('long');
    return waiting + active === 0;
  });
});

test('a job known to be long comes to its turn also where short ones never end', async () => {
  const queue = await openQueue({ busy: {} });
  const started: string[] = [];
  let sent = 0;
  const sendShort = () => queue.send('busy', { name: `short ${sent++}` }, { submitter: 'a' });
  await queue.send('busy', { name: 'long' }, { submitter: 'a', priority: -1 });
  for (let n = 0; n < 3; n += 1) await sendShort();
  queue.work<{ name: string }>('busy', { concurrency: 1, fair: { places: 1 } }, async (job) => {
    started.push(job.data.name);
    // another is there before this one is done
    if (!started.includes('long')) await sendShort();
    return undefined;
  });
  await until(() => started.includes('long'));
  expect(started.indexOf('long')).toBeGreaterThan(1);
  await until(() => started.length === sent + 1);
});

test('the job of a killed worker is found by its heartbeat when nobody requeues it', { timeout: 600_000 }, async () => {
  const database = await createTestDatabase();
  await database.database.execute(sql`create table starts (number int)`);
  await database.database.execute(sql`create table results (number int)`);
  const queue = await openQueue({ numbers: { retryLimit: 20 } }, database.url);
  await queue.send('numbers', { number: 1, ms: 4000 });
  const first = startChild(database.url, 'plain');
  await until(async () => (await queue.count('numbers')).active === 1);
  first.kill('SIGKILL');
  const second = startChild(database.url, 'plain');
  await until(async () => (await database.database.execute(sql`select 1 from results`)).rows.length === 1, 200_000);
  second.kill('SIGKILL');
  await queue.close();
  await database.close();
});
