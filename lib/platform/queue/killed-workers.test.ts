import { fork } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestQueue, type TestQueue, until } from './testing/start-test-queue.ts';

let t: TestQueue;
beforeEach(async () => {
  t = await startTestQueue();
  await t.server.database.execute(sql`create table starts (number int)`);
  await t.server.database.execute(sql`create table results (number int)`);
});
afterEach(() => t.close());

function startChild(url: string, mode: string) {
  return fork(path.resolve('dist/platform-queue-worker-child.mjs'), [url, mode], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

test('killed worker processes lose no job, and no result is written twice', { timeout: 600_000 }, async () => {
  const queue = await t.openQueue({ numbers: { retryLimit: 20 } });
  for (let number = 0; number < 40; number += 1) await queue.send('numbers', { number, ms: 200 });
  const starts = async () => {
    const { rows } = await t.server.database.execute(sql`select count(*)::int as n from starts`);
    return rows[0]?.n as number;
  };
  const finished = async () => {
    const { rows } = await t.server.database.execute(sql`select count(distinct number)::int as n from results`);
    return rows[0]?.n === 40;
  };
  for (let kill = 0; kill < 8; kill += 1) {
    const child = startChild(t.server.url, 'requeue');
    await new Promise((resolve) => child.once('message', resolve));
    const begun = await starts();
    await until(async () => (await starts()) > begun || (await finished()));
    await sleep(Math.random() * 200);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }
  const last = startChild(t.server.url, 'requeue');
  await until(finished, 200_000);
  const { rows } = await t.server.database.execute(
    sql`select count(*)::int as results, (select count(*)::int from starts) as starts from results`,
  );
  expect(rows[0]?.results).toBe(40);
  expect(rows[0]?.starts).toBeGreaterThan(40);
  last.kill('SIGKILL');
});

test.each([
  ['at once', false],
  ['only after its jobs were found without a worker', true],
] as const)(
  'a job that ends its worker twice is given up, and those in hand with it are done, when the next worker comes %s',
  async (_when, isLate) => {
    const queue = await t.openQueue({ numbers: { retryLimit: 20, deadLetter: true } });
    for (let number = 0; number < 12; number += 1) await queue.send('numbers', { number, ms: 100, deadly: number === 4 });
    const given: { number: number; deaths: number }[] = [];
    queue.work<{ number: number }>('numbers.dead', { concurrency: 1 }, async (job) => {
      given.push({ number: job.data.number, deaths: job.deaths });
      return undefined;
    });
    let worker = startChild(t.server.url, 'watched');
    for (let deaths = 0; given.length === 0; deaths += 1) {
      expect(deaths).toBeLessThan(10);
      const gone = new Promise((resolve) => worker.once('exit', resolve));
      await Promise.race([gone, until(() => given.length > 0)]);
      // the one that gives the job up lives on: killing it would be a death that no job caused
      if (given.length > 0) break;
      if (isLate) await until(async () => (await queue.count('numbers')).active === 0);
      worker = startChild(t.server.url, 'watched');
    }
    expect(given).toEqual([{ number: 4, deaths: 2 }]);
    await until(async () => {
      const { rows } = await t.server.database.execute(sql`select count(distinct number)::int as n from results`);
      return rows[0]?.n === 11;
    });
    const { rows } = await t.server.database.execute(sql`select count(*)::int as n from starts where number = 4`);
    expect(rows[0]?.n).toBeGreaterThanOrEqual(2);
    expect(given).toHaveLength(1);
    worker.kill('SIGKILL');
  },
);

test('the job of a killed worker is found by its heartbeat when nobody requeues it', { timeout: 600_000 }, async () => {
  const queue = await t.openQueue({ numbers: { retryLimit: 20 } });
  await queue.send('numbers', { number: 1, ms: 4000 });
  const first = startChild(t.server.url, 'plain');
  await until(async () => (await queue.count('numbers')).active === 1);
  first.kill('SIGKILL');
  const second = startChild(t.server.url, 'plain');
  await until(async () => (await t.server.database.execute(sql`select 1 from results`)).rows.length === 1, 200_000);
  second.kill('SIGKILL');
});
