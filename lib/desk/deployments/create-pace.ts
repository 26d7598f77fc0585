import { setTimeout as sleep } from 'node:timers/promises';
import { eq, type SQL, sql } from 'drizzle-orm';
import { HeldError, type Pace, type Purpose, type Seen, type Turn } from '#lib/deployment/pace.ts';
import type { Database, Executor } from '#lib/platform/database/database.ts';
import type { Log } from '#lib/platform/log.ts';
import { countRequest } from './deployment-hours.ts';
import { deploymentPaces, deployments } from './tables.ts';

/** A moment further away is not waited for here. */
const PATIENCE_MS = 1_000;
/** Between two requests: 600 a minute where nothing is known of a deployment. */
const LEAST_SPACING_MS = 100;
const FIRST_SLOWED_MS = 500;
const MOST_SPACING_MS = 10_000;
const MOST_MISS_MS = 2_000;
/** Without a word of how long to wait: so long after the first refusal, doubled by each further one. */
const FIRST_PAUSE_MS = 2_000;
const MOST_PAUSE_MS = 60_000;
/** A limit a minute is kept with something to spare: minutes are counted differently everywhere. */
const MINUTE_MS = 61_000;
/** Those who wait do not all come back at once. */
const JITTER_MS = 500;
const NEWEST_WEIGHT = 0.2;

const P = deploymentPaces;
const NOW = sql`statement_timestamp()`;
const after = (base: SQL, ms: SQL | number) => sql`${base} + ${ms} * interval '1 millisecond'`;
// what a clock that was set back could do is bounded
const PAUSED_UNTIL = sql`least(${P.pausedUntil}, ${after(NOW, 3_600_000)})`;

/**
 * The pace of one deployment, shared by all programs: a row in the database gives each request its moment, by the database's clock,
 * and one refused request holds them all. Polls that brought nothing make polls rarer, polls that did make them frequent again
 * (`freePolls`), so that what waits costs the same however many documents wait.
 */
export function createPace(database: Database, log: Pick<Log, 'warn'>, deploymentId: string): Pace {
  return {
    async enter(purpose, signal) {
      const given = (await takeSlot(database, deploymentId, purpose)) ?? (await begin(database, deploymentId, purpose));
      if (given.waitMs > PATIENCE_MS) throw new HeldError(Math.round(given.waitMs + Math.random() * JITTER_MS));
      if (given.waitMs > 0) {
        await sleep(given.waitMs, undefined, signal ? { signal } : {});
        // a request that was refused meanwhile holds this one too
        const pausedMs = await findPause(database, deploymentId);
        if (pausedMs > 0) throw new HeldError(Math.round(pausedMs + Math.random() * JITTER_MS));
      }
      return { leave: (seen) => leave(database, log, { deploymentId, purpose, slotAt: given.slotAt }, seen) } satisfies Turn;
    },
  };
}

/** A poll brought something: the next ones need not wait for the last. */
export async function freePolls(database: Database, deploymentId: string): Promise<void> {
  await database
    .update(P)
    .set({ pollsAt: NOW, missMs: sql`greatest(${LEAST_SPACING_MS}, ${P.missMs} * 0.58)` })
    .where(eq(P.deploymentId, deploymentId));
}

/** Address and key were found to be right: what failed before counts no more. */
export async function forgetFailures(executor: Executor, deploymentId: string): Promise<void> {
  await executor.update(P).set({ failures: 0, failingSince: null }).where(eq(P.deploymentId, deploymentId));
}

type Slot = { waitMs: number; slotAt: string };

async function begin(database: Database, deploymentId: string, purpose: Purpose): Promise<Slot> {
  await database.insert(P).values({ deploymentId }).onConflictDoNothing();
  const slot = await takeSlot(database, deploymentId, purpose);
  if (!slot) throw new Error(`The deployment ${deploymentId} no longer exists.`);
  return slot;
}

/** Milliseconds until requests are made again. */
async function findPause(database: Database, deploymentId: string): Promise<number> {
  const leftMs = sql<number>`extract(epoch from ${PAUSED_UNTIL} - ${NOW})::float8 * 1000`;
  const [row] = await database.select({ leftMs }).from(P).where(eq(P.deploymentId, deploymentId));
  return row?.leftMs ?? 0;
}

/** Takes the next free moment, unless it is too far away. Null when the deployment has no row yet. */
async function takeSlot(database: Database, deploymentId: string, purpose: Purpose): Promise<Slot | null> {
  const isPoll = purpose === 'poll';
  const bounds = [
    sql`least(${P.nextAt}, ${after(NOW, 120_000)})`,
    PAUSED_UNTIL,
    ...(isPoll ? [sql`least(${P.pollsAt}, ${after(NOW, 5_000)})`] : []),
  ];
  const slot = sql`greatest(${NOW}, ${sql.join(bounds, sql`, `)})`;
  const isNear = sql`${slot} <= ${after(NOW, PATIENCE_MS)}`;
  const limit = sql`(select ${MINUTE_MS}::float8 / ${deployments.requestsPerMinute} from ${deployments} where ${deployments.id} = ${deploymentId})`;
  const spacing = sql`greatest(${P.spacingMs}, ${limit})`;
  const [row] = await database
    .update(P)
    .set({
      slotAt: slot,
      nextAt: sql`case when ${isNear} then ${after(slot, spacing)} else ${P.nextAt} end`,
      ...(isPoll
        ? {
            pollsAt: sql`case when ${isNear} then ${after(slot, sql`${P.missMs}`)} else ${P.pollsAt} end`,
            missMs: sql`case when ${isNear} then least(${MOST_MISS_MS}, ${P.missMs} * 1.2) else ${P.missMs} end`,
          }
        : {}),
    })
    .where(eq(P.deploymentId, deploymentId))
    .returning({ waitMs: sql<number>`extract(epoch from ${P.slotAt} - ${NOW})::float8 * 1000`, slotAt: sql<string>`${P.slotAt}::text` });
  return row ?? null;
}

type Request = { deploymentId: string; purpose: Purpose; slotAt: string };

/** Records what came of a request. An outage here does not take the answer away. */
async function leave(database: Database, log: Pick<Log, 'warn'>, request: Request, seen: Seen): Promise<void> {
  const { deploymentId, purpose, slotAt } = request;
  const { status, retryAfterMs, isRefused, ms, problem } = seen;
  const isSuccess = problem === null;
  const isFailed = isFailure(seen);
  const isAnswered = status !== null && !isFailed && !isRefused;
  const pauseMs = retryAfterMs ?? sql`least(${MOST_PAUSE_MS}, ${FIRST_PAUSE_MS} * power(2, least(${P.refusals}, 10)))`;
  // requests that were under way together are refused together, and count once
  const isFirst = sql`${slotAt}::timestamptz > ${P.slowedAt}`;
  try {
    await database
      .update(P)
      .set({
        ...(status === null
          ? {}
          : {
              lastAnswerAt: NOW,
              lastStatus: status,
              // how long a file takes to send says nothing of how fast it answers
              ...(purpose === 'poll'
                ? { latencyMs: sql`coalesce(${P.latencyMs} * ${1 - NEWEST_WEIGHT} + ${NEWEST_WEIGHT * ms}, ${ms})` }
                : {}),
            }),
        ...(isAnswered ? { failures: 0, failingSince: null } : {}),
        ...(isSuccess
          ? {
              lastSuccessAt: NOW,
              refusals: 0,
              spacingMs: sql`greatest(${LEAST_SPACING_MS}, ${P.spacingMs} * 0.98)`,
            }
          : {}),
        ...(isFailed ? { failures: sql`${P.failures} + 1`, failingSince: sql`coalesce(${P.failingSince}, ${NOW})` } : {}),
        // a refusal of one document says nothing about the deployment
        ...(problem && (isFailed || isRefused) ? { lastProblem: { ...problem, status, at: new Date().toISOString() } } : {}),
        ...(isRefused
          ? {
              pausedUntil: sql`greatest(${P.pausedUntil}, ${after(NOW, sql`${pauseMs}`)})`,
              spacingMs: sql`case when ${isFirst} then least(${MOST_SPACING_MS}, greatest(${FIRST_SLOWED_MS}, ${P.spacingMs} * 2)) else ${P.spacingMs} end`,
              refusals: sql`case when ${isFirst} then ${P.refusals} + 1 else ${P.refusals} end`,
              slowedAt: sql`case when ${isFirst} then ${NOW} else ${P.slowedAt} end`,
            }
          : {}),
      })
      .where(eq(P.deploymentId, deploymentId));
    await countRequest(database, deploymentId, { isRefused, isFailed });
  } catch (error) {
    log.warn('could not count a response in the pace of its deployment', { deployment: deploymentId, error });
  }
}

/** Nothing could be asked: no answer, a server that has a problem, a key that is not accepted, an address that leads elsewhere. */
function isFailure({ status, isRefused, problem }: Seen): boolean {
  if (problem === null || isRefused) return false;
  return status === null || status >= 500 || status === 401 || status === 403 || (status >= 300 && status < 400);
}
