import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase } from '../database/database.ts';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';
import { createLog } from '../log.ts';
import { OutageError } from '../outage-error.ts';
import { type BreakableConnection, createBreakableConnection } from '../testing/breakable-connection.ts';
import { createQueue, type Queue, type QueueDefinition } from './queue.ts';

let server: TestDatabase;
let way: BreakableConnection;
let lines: string[] = [];
const open: Queue[] = [];

beforeEach(async () => {
  server = await createTestDatabase();
  way = await createBreakableConnection(server.url);
  lines = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  way.mend();
  for (const queue of open.splice(0)) await queue.close();
  await way.close();
  await server.close();
});

async function openQueue(queues: Record<string, QueueDefinition>, probeStorage?: () => Promise<void>): Promise<Queue> {
  const log = createLog({ level: 'info', format: 'json', program: 'test', write: (line) => void lines.push(line) });
  const queue = await createQueue({ databaseUrl: way.url, queues, log, ...(probeStorage ? { probeStorage } : {}) });
  open.push(queue);
  return queue;
}

async function jobsOf(name: string): Promise<{ state: string; retries: number; limit: number }[]> {
  const { rows } = await server.database.execute(
    sql`select state::text, retry_count as retries, retry_limit as limit from pgboss.job where name = ${name} order by created_on`,
  );
  return rows as { state: string; retries: number; limit: number }[];
}

test('an outage of the storage costs no attempt: jobs wait, none is claimed, and all go on when it answers', async () => {
  let isAway = true;
  let probes = 0;
  const queue = await openQueue({ stored: { retryLimit: 0, deadLetter: true } }, async () => {
    probes += 1;
    if (isAway) throw new OutageError('storage', 'away', 'The bucket is away.');
  });
  let runs = 0;
  const done: number[] = [];
  queue.work<{ n: number }>('stored', { concurrency: 3 }, async (job) => {
    runs += 1;
    if (isAway) throw new Error('a reading failed', { cause: new OutageError('storage', 'away', 'The bucket is away.') });
    expect(job.attempt).toBe(1);
    done.push(job.data.n);
    return undefined;
  });
  for (let n = 0; n < 8; n += 1) await queue.send('stored', { n });
  await expect.poll(() => probes).toBeGreaterThanOrEqual(4);
  expect(queue.isPaused()).toBe(true);
  expect(runs).toBeLessThanOrEqual(3);
  await expect.poll(() => queue.count('stored')).toEqual({ waiting: 8, active: 0 });
  isAway = false;
  await expect.poll(() => done.length).toBe(8);
  await expect.poll(() => jobsOf('stored').then((jobs) => new Set(jobs.map(({ state }) => state)))).toEqual(new Set(['completed']));
  expect((await jobsOf('stored')).every(({ retries, limit }) => retries === 0 && limit === 0)).toBe(true);
  expect((await queue.count('stored.dead')).waiting).toBe(0);
  // told once, and once that it is over
  expect(lines.filter((line) => line.includes('The bucket is away.'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('work goes on'))).toHaveLength(1);
});

test('an outage of the database costs no attempt, whichever moment of a job it meets, and fills no log', async () => {
  const queue = await openQueue({ moments: { retryLimit: 0, deadLetter: true } });
  const { database, close } = createDatabase(way.url);
  await server.database.execute(sql`create table written (n int)`);
  let isBroken: Promise<void> | null = null;
  let resume: () => void = () => undefined;
  const begun = new Set<number>();
  queue.work<{ n: number }>('moments', { concurrency: 4 }, async (job) => {
    const { n } = job.data;
    begun.add(n);
    if (isBroken) await isBroken;
    // 0: asks the database itself · 1: has nothing to ask · 2: asks to run again · 3: finishes within a transaction
    if (n === 0) await database.execute(sql`select 1`);
    if (n === 2 && job.waitedMs === 0) return { againInMs: 10 };
    if (n !== 3) return undefined;
    await database.transaction(async (tx) => {
      await tx.execute(sql`insert into written values (${n})`);
      await job.finish(tx);
    });
    return undefined;
  });
  isBroken = new Promise((resolve) => {
    resume = resolve;
  });
  for (let n = 0; n < 4; n += 1) await queue.send('moments', { n });
  await expect.poll(() => begun.size).toBe(4);
  way.break();
  isBroken = null;
  resume();
  await expect.poll(() => queue.isPaused()).toBe(true);
  // longer than a heartbeat lasts: on its return the database must not take the workers for dead
  await new Promise((resolve) => setTimeout(resolve, 13_000));
  const told = lines.length;
  way.mend();
  await expect
    .poll(() => jobsOf('moments').then((jobs) => jobs.map(({ state }) => state)))
    .toEqual(['completed', 'completed', 'completed', 'completed']);
  expect((await jobsOf('moments')).every(({ retries }) => retries === 0)).toBe(true);
  const { rows } = await server.database.execute(sql`select n from written`);
  expect(rows).toEqual([{ n: 3 }]);
  expect(told).toBeLessThanOrEqual(4);
  await close();
});

test('a job that alone meets an outage every time holds nobody up', async () => {
  const queue = await openQueue({ apple: { retryLimit: 0 } }, async () => undefined);
  let tries = 0;
  const done: number[] = [];
  queue.work<{ n: number }>('apple', { concurrency: 1 }, async (job) => {
    if (job.data.n !== 0) done.push(job.data.n);
    else {
      tries += 1;
      throw new OutageError('storage', 'away', 'This one cannot be had.');
    }
    return undefined;
  });
  for (let n = 0; n < 6; n += 1) await queue.send('apple', { n });
  await expect.poll(() => done.length).toBe(5);
  await expect.poll(() => tries).toBeGreaterThanOrEqual(2);
  const { waiting, active } = await queue.count('apple');
  expect(waiting + active).toBe(1);
});

test('a clock of the database that jumps takes no job from its worker', async () => {
  const queue = await openQueue({ jump: { retryLimit: 0, expireInSeconds: 600 } });
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const attempts: number[] = [];
  queue.work('jump', { concurrency: 1 }, async (job) => {
    attempts.push(job.attempt);
    await held;
    expect(job.signal.aborted).toBe(false);
    return undefined;
  });
  // the jump falls between two passes of the supervisor, which judges only after it has watched for a while
  let passes = 0;
  let passesBefore: number | null = null;
  const { supervise } = PgBoss.prototype;
  vi.spyOn(PgBoss.prototype, 'supervise').mockImplementation(async function (this: PgBoss, ...given) {
    await supervise.apply(this, given);
    passes += 1;
    if (passesBefore !== null || attempts.length === 0) return;
    await server.database.execute(
      sql`create or replace function pgboss.job_now() returns timestamp with time zone as $$ select now() + interval '40 minutes' $$ language sql stable`,
    );
    passesBefore = passes;
  });
  await queue.send('jump', {});
  await expect.poll(() => attempts.length).toBe(1);
  await expect.poll(() => (passesBefore === null ? 0 : passes - passesBefore), { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
  expect((await jobsOf('jump')).map(({ state }) => state)).toEqual(['active']);
  expect(lines.filter((line) => line.includes('given time after a gap'))).not.toEqual([]);
  end();
  await expect.poll(() => jobsOf('jump').then((jobs) => jobs.map(({ state }) => state))).toEqual(['completed']);
  expect(attempts).toEqual([1]);
});
