import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { METRICS } from '../metrics/metrics.ts';
import { queueFigures } from './queue-figures.ts';
import { startTestQueue, type TestQueue, until } from './testing/start-test-queue.ts';

let t: TestQueue;
beforeEach(async () => {
  t = await startTestQueue();
});
afterEach(() => t.close());

const valuesOf = async (metric: { get: () => Promise<{ values: { value: number; labels: object }[] }> }, labels: Record<string, string>) =>
  (await metric.get()).values.find((entry) =>
    Object.entries(labels).every(([name, value]) => (entry.labels as typeof labels)[name] === value),
  )?.value;

test('what is due and what is there for later is told apart, with the age of the oldest, by queue', async () => {
  const queue = await t.openQueue({ 'figures-a': { deadLetter: true }, 'figures-b': {} });
  for (let n = 0; n < 3; n += 1) await queue.send('figures-a', { n });
  await queue.send('figures-a', {}, { startAfter: new Date(Date.now() + 3_600_000) });
  await t.server.database.execute(
    sql`update pgboss.job set start_after = now() - interval '100 seconds' where name = 'figures-a' and data ->> 'n' = '1'`,
  );
  const figures = queueFigures(t.server.database, ['figures-a', 'figures-b']);
  await figures.ask();
  expect(await valuesOf(METRICS.queueJobs, { queue: 'figures-a', state: 'waiting' })).toBe(3);
  expect(await valuesOf(METRICS.queueJobs, { queue: 'figures-a', state: 'later' })).toBe(1);
  expect(await valuesOf(METRICS.queueJobs, { queue: 'figures-a.dead', state: 'waiting' })).toBe(0);
  expect(await valuesOf(METRICS.oldestWaiting, { queue: 'figures-a' })).toBeGreaterThanOrEqual(100);
  expect(await valuesOf(METRICS.oldestWaiting, { queue: 'figures-a' })).toBeLessThan(400);
  expect(await valuesOf(METRICS.oldestWaiting, { queue: 'figures-b' })).toBe(0);
  figures.forget();
  expect(await valuesOf(METRICS.queueJobs, { queue: 'figures-a' })).toBeUndefined();
});

test('runs of jobs are counted by how they ended', async () => {
  const queue = await t.openQueue({ outcomes: { retryLimit: 1, retryDelay: 0 } });
  queue.work<{ kind: string; again?: boolean }>('outcomes', { concurrency: 1 }, async (job) => {
    if (job.data.kind === 'breaks') throw new Error('no');
    return job.data.kind === 'again' && job.waitedMs === 0 ? { againInMs: 1 } : undefined;
  });
  const count = (outcome: string) => valuesOf(METRICS.jobs, { queue: 'outcomes', outcome });
  // from the start, so that the first one is an increase
  expect(await count('failed')).toBe(0);
  for (const kind of ['well', 'breaks', 'again']) await queue.send('outcomes', { kind });
  await until(async () => (await count('done')) === 2 && (await count('failed')) === 1);
  expect([await count('retried'), await count('again'), await count('lost')]).toEqual([1, 1, 0]);
  const seconds = (await METRICS.jobSeconds.get()).values.find(
    ({ metricName, labels }) => metricName?.endsWith('_count') && labels.queue === 'outcomes',
  );
  expect(seconds?.value).toBe(5);
});

test('a run whose job was taken over is lost whatever it throws, and one that fails after its end was committed is done', async () => {
  const queue = await t.openQueue({ 'lost-jobs': { retryLimit: 5, retryDelay: 0 } });
  let runs = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const taken: { kind: string }[] = [];
  queue.work<{ kind: string }>('lost-jobs', { concurrency: 4 }, async (job) => {
    runs += 1;
    if (job.data.kind === 'late') {
      await t.server.database.transaction((tx) => job.finish(tx));
      throw new Error('after its end');
    }
    if (job.attempt > 1) return undefined;
    taken.push(job.data);
    if (job.data.kind === 'returns') await held;
    else await new Promise<void>((resolve) => job.signal.addEventListener('abort', () => resolve(), { once: true }));
    if (job.data.kind === 'throws') throw new Error('cancelled');
    return undefined;
  });
  const count = (outcome: string) => valuesOf(METRICS.jobs, { queue: 'lost-jobs', outcome });
  for (const kind of ['throws', 'returns']) await queue.send('lost-jobs', { kind });
  await until(() => taken.length === 2);
  expect(await queue.requeueActive(['lost-jobs'])).toBe(2);
  await until(async () => (await count('done')) === 2);
  release();
  await until(async () => (await count('lost')) === 2);
  await queue.send('lost-jobs', { kind: 'late' });
  await until(async () => (await count('done')) === 3);
  expect([await count('retried'), await count('failed'), runs]).toEqual([0, 0, 5]);
});

test('what waits is counted in the index that jobs are claimed by, not by reading all jobs', async () => {
  const queue = await t.openQueue({ 'figures-many': {} });
  await queue.send('figures-many', {});
  await t.server.database.execute(sql`
    insert into pgboss.job (name, state, created_on, completed_on) select 'figures-many', 'completed', now(), now() from generate_series(1, 20000)`);
  await t.server.database.execute(sql`analyze`);
  const statements: string[] = [];
  const spy = { execute: (query: ReturnType<typeof sql>) => explain(query) } as unknown as typeof t.server.database;
  const explain = async (query: ReturnType<typeof sql>) => {
    const { rows } = await t.server.database.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
    statements.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return { rows: [] };
  };
  await queueFigures(spy, ['figures-many']).ask();
  expect(statements.join('\n')).toMatch(/Index (Only )?Scan using \S*job\S*/);
  expect(statements.join('\n')).not.toMatch(/Seq Scan on job/);
});
