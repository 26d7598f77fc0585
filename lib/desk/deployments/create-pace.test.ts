import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HeldError, type Pace, type Seen } from '#lib/deployment/pace.ts';
import { createDatabase } from '#lib/platform/database/database.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { createPace, freePolls } from './create-pace.ts';
import { deploymentPaces, deployments } from './tables.ts';

const ID = 'theirs';
const WELL: Seen = { status: 200, retryAfterMs: null, isRefused: false, ms: 20, problem: null };
const refused = (retryAfterMs: number | null): Seen => ({
  status: 429,
  retryAfterMs,
  isRefused: true,
  ms: 5,
  problem: { code: 'rate_limited', message: 'slow down' },
});

let t: TestDesk;
let other: ReturnType<typeof createDatabase>;
let paces: Pace[];
beforeAll(async () => {
  t = await startTestDesk();
  other = createDatabase(t.databaseUrl);
  await t.desk.database.insert(deployments).values({ id: ID, name: 'Theirs' });
  // as in two programs
  paces = [t.desk.database, other.database].map((database) => createPace(database, t.desk.log, ID));
});
beforeEach(async () => {
  await t.desk.database.delete(deploymentPaces);
  await t.desk.database.update(deployments).set({ requestsPerMinute: null }).where(eq(deployments.id, ID));
});
afterAll(async () => {
  await other?.close();
  await t?.close();
});

const row = async () => (await t.desk.database.select().from(deploymentPaces))[0]!;
/** How long the next request would wait, in milliseconds; nothing is waited for. */
async function waitOf(pace: Pace, purpose: 'poll' | 'other' = 'other'): Promise<number> {
  return pace.enter(purpose).then(
    () => 0,
    (error) => {
      if (error instanceof HeldError) return error.waitMs;
      throw error;
    },
  );
}
const change = (columns: Record<string, unknown>) => t.desk.database.update(deploymentPaces).set(columns);

test('two programs never get the same moment', async () => {
  const beganAt = performance.now();
  await Promise.all(Array.from({ length: 8 }, (_, at) => paces[at % 2]!.enter('other')));
  expect(performance.now() - beganAt).toBeGreaterThanOrEqual(7 * 100 - 20);
  expect((await row()).nextAt.getTime() - (await row()).slotAt.getTime()).toBe(100);
});

test('a request that waits for its moment is held by a refusal that comes meanwhile', async () => {
  // where the machine stands still the moment may come before the refusal: then it is tried anew
  const waitOnce = async () => {
    await change({ pausedUntil: new Date(0), nextAt: new Date(0) });
    const turn = await paces[0]!.enter('other');
    await change({ nextAt: sql`statement_timestamp() + interval '900 milliseconds'` });
    const waiting = waitOf(paces[1]!);
    await turn.leave(refused(30_000));
    return waiting;
  };
  await expect.poll(waitOnce).toBeGreaterThan(20_000);
});

test('a moment that nobody can wait for is not taken', async () => {
  await paces[0]!.enter('other');
  await change({ nextAt: sql`statement_timestamp() + interval '30 seconds'` });
  const { nextAt } = await row();
  expect(await waitOf(paces[1]!)).toBeGreaterThan(25_000);
  expect((await row()).nextAt).toEqual(nextAt);
});

test('one refusal holds all requests for as long as the deployment asks, and eight that are refused together count once', async () => {
  const turns = await Promise.all([0, 1, 0, 1, 0, 1, 0, 1].map((at) => paces[at]!.enter('submit')));
  for (const turn of turns) await turn.leave(refused(60_000));
  expect(await waitOf(paces[0]!)).toBeGreaterThan(40_000);
  expect(await waitOf(paces[1]!)).toBeLessThan(61_000);
  expect(await row()).toMatchObject({ refusals: 1, spacingMs: 500, lastStatus: 429 });
  await change({ pausedUntil: new Date(0) });
  await (await paces[0]!.enter('submit')).leave(refused(null));
  expect(await row()).toMatchObject({ refusals: 2, spacingMs: 1_000 });
  expect(await waitOf(paces[0]!)).toBeGreaterThan(2_000);
});

test('a success makes requests a little more frequent again', async () => {
  await (await paces[0]!.enter('other')).leave(WELL);
  await change({ spacingMs: 1_000, refusals: 2 });
  await (await paces[0]!.enter('other')).leave(WELL);
  expect(await row()).toMatchObject({ spacingMs: 980, refusals: 0, lastStatus: 200 });
});

test('a limit a minute that a person has set is kept', async () => {
  await t.desk.database.update(deployments).set({ requestsPerMinute: 60 }).where(eq(deployments.id, ID));
  await paces[0]!.enter('other');
  const { slotAt, nextAt } = await row();
  expect(nextAt.getTime() - slotAt.getTime()).toBeGreaterThanOrEqual(1_016);
});

test('polls that bring nothing become rarer for all documents together, and one that brings something makes them frequent again', async () => {
  for (let poll = 0; poll < 20; poll += 1) {
    await change({ pollsAt: new Date(0), nextAt: new Date(0) }).catch(() => undefined);
    await paces[poll % 2]!.enter('poll');
  }
  expect((await row()).missMs).toBe(2_000);
  const { pollsAt, slotAt } = await row();
  expect(pollsAt.getTime() - slotAt.getTime()).toBe(2_000);
  await change({ pollsAt: sql`statement_timestamp() + interval '60 seconds'` });
  expect(await waitOf(paces[1]!, 'poll')).toBeGreaterThan(1_000);
  // whoever has something to hand over does not wait for polls
  expect(await waitOf(paces[1]!)).toBe(0);
  await freePolls(t.desk.database, ID);
  await change({ nextAt: new Date(0) });
  expect(await waitOf(paces[1]!, 'poll')).toBe(0);
  expect((await row()).missMs).toBeLessThan(1_500);
});

test('a clock that was set back holds nobody longer than a bound', async () => {
  await paces[0]!.enter('other');
  const far = sql`statement_timestamp() + interval '30 days'`;
  await change({ nextAt: far, pollsAt: far });
  expect(await waitOf(paces[0]!)).toBeLessThanOrEqual(121_000);
  await change({ pausedUntil: far });
  expect(await waitOf(paces[0]!)).toBeLessThanOrEqual(3_601_000);
});
