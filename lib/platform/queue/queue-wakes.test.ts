import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBreakableConnection } from '../testing/breakable-connection.ts';
import { listenForWork } from './queue-listener.ts';
import { startTestQueue, type TestQueue, until } from './testing/start-test-queue.ts';

let t: TestQueue;
beforeEach(async () => {
  t = await startTestQueue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await t.close();
});

const listeners = sql`select pid from pg_stat_activity where application_name = 'countersign-listen' and datname = current_database()`;

async function untilListening(): Promise<void> {
  await until(async () => (await t.server.database.execute(listeners)).rows.length > 0);
  await sleep(500);
}

test('queues in which nothing happens are not asked one by one while notifications come', async () => {
  const names = Array.from({ length: 14 }, (_, n) => `quiet${n}`);
  const queue = await t.openQueue(Object.fromEntries(names.map((name) => [name, {}])));
  const fetch = vi.spyOn(PgBoss.prototype, 'fetch');
  for (const name of names) queue.work(name, { concurrency: 2 }, async () => undefined);
  await untilListening();
  fetch.mockClear();
  await sleep(6_000);
  expect(fetch).not.toHaveBeenCalled();
});

test('a job starts at once in a queue that nobody has asked for a while', async () => {
  const queue = await t.openQueue({ told: {} });
  let startedAt = 0;
  queue.work('told', { concurrency: 1 }, async () => {
    startedAt = Date.now();
    return undefined;
  });
  await untilListening();
  const sentAt = Date.now();
  await queue.send('told', {});
  await until(() => startedAt > 0);
  expect(startedAt - sentAt).toBeLessThan(400);
});

test('a job of which nobody was told is found, and one for later is begun when its time comes', async () => {
  const queue = await t.openQueue({ untold: {} });
  const seen: { kind: string; at: number }[] = [];
  queue.work<{ kind: string }>('untold', { concurrency: 2 }, async ({ data }) => {
    seen.push({ kind: data.kind, at: Date.now() });
    return undefined;
  });
  await untilListening();
  const dueAt = Date.now() + 9_000;
  await queue.send('untold', { kind: 'later' }, { startAfter: new Date(dueAt) });
  await queue.send('untold', { kind: 'lost' }, { startAfter: new Date(Date.now() + 3_600_000) });
  await t.server.database.execute(sql`update pgboss.job set start_after = now() where data->>'kind' = 'lost'`);
  const lostAt = Date.now();
  await until(() => seen.length === 2);
  expect(seen.map(({ kind }) => kind)).toEqual(['lost', 'later']);
  expect(seen[0]!.at - lostAt).toBeLessThan(8_000);
  expect(seen[1]!.at).toBeGreaterThanOrEqual(dueAt - 100);
  expect(seen[1]!.at - dueAt).toBeLessThan(2_000);
});

test('each of several jobs that are put back begins when its time comes, also when the first one is over', async () => {
  const queue = await t.openQueue({ delayed: { retryDelay: 2 } });
  const begun = new Map<string, number[]>();
  queue.work<{ kind: string; ms: number }>('delayed', { concurrency: 4 }, async ({ data }) => {
    const times = begun.get(data.kind) ?? [];
    begun.set(data.kind, [...times, Date.now()]);
    if (times.length > 0) return undefined;
    if (data.kind === 'failing') throw new Error('The first attempt fails.');
    return { againInMs: data.ms };
  });
  await untilListening();
  const wanted = { first: 1_000, second: 1_400, third: 2_600, failing: 2_000 };
  for (const [kind, ms] of Object.entries(wanted)) await queue.send('delayed', { kind, ms });
  await until(() => Object.keys(wanted).every((kind) => begun.get(kind)?.length === 2));
  for (const [kind, ms] of Object.entries(wanted)) {
    const [before = 0, after = 0] = begun.get(kind) ?? [];
    expect(after - before, kind).toBeGreaterThanOrEqual(ms - 20);
    // by pg-boss a retry may be later by as much as its delay
    expect(after - before, kind).toBeLessThan(ms + (kind === 'failing' ? 3_500 : 900));
  }
});

test('a question for due jobs that is not answered holds up no stop', async () => {
  const queue = await t.openQueue({ held: {} });
  queue.work('held', { concurrency: 1 }, async () => undefined);
  await untilListening();
  let free: () => void = () => undefined;
  const isFree = new Promise<void>((resolve) => {
    free = resolve;
  });
  const holding = t.server.database.transaction(async (tx) => {
    await tx.execute(sql`lock table pgboss.job in access exclusive mode`);
    await isFree;
  });
  await sleep(6_000);
  const closing = queue.close().then(() => 'closed');
  const ended = await Promise.race([closing, sleep(8_000).then(() => 'hangs')]);
  free();
  await holding;
  expect(ended).toBe('closed');
});

test('while the connection for notifications is gone queues are asked often, and jobs sent meanwhile are begun when it is back', async () => {
  const queue = await t.openQueue({ deaf: {} });
  const fetch = vi.spyOn(PgBoss.prototype, 'fetch');
  let done = 0;
  queue.work('deaf', { concurrency: 1 }, async () => {
    done += 1;
    return undefined;
  });
  await untilListening();
  // ends each one that comes, so that it cannot be told of anything
  let isDeaf = true;
  const ending = (async () => {
    while (isDeaf) {
      await t.server.database.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'countersign-listen' and datname = current_database()`,
      );
      await sleep(20);
    }
  })();
  await sleep(200);
  fetch.mockClear();
  await sleep(3_000);
  expect(fetch.mock.calls.length).toBeGreaterThanOrEqual(4);
  await queue.send('deaf', {});
  await until(() => done === 1, 3_000);
  isDeaf = false;
  await ending;
  await untilListening();
  fetch.mockClear();
  await sleep(3_000);
  expect(fetch.mock.calls.length).toBeLessThanOrEqual(1);
});

test('a listener says when it cannot hear, and when it can again', async () => {
  const way = await createBreakableConnection(t.server.url);
  const heard: string[] = [];
  const changes: boolean[] = [];
  const listener = listenForWork(
    way.url,
    (name) => void heard.push(name),
    () => void changes.push(listener.isListening()),
  );
  listener.start();
  await until(() => listener.isListening());
  way.break();
  await until(() => !listener.isListening());
  way.mend();
  await until(() => listener.isListening());
  await t.server.database.execute(sql`select pg_notify('countersign_queue', 'something')`);
  await until(() => heard.length > 0);
  expect(heard).toEqual(['something']);
  expect(changes).toEqual([true, false, true]);
  await listener.close();
  await way.close();
});
