import path from 'node:path';
import { and, count, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { IN_FLIGHT_STATES } from '#lib/contract/desk/groups-of-states.ts';
import type { Overview } from '#lib/contract/desk/insights/overview.ts';
import { addReviews } from '#lib/document/statistics/add-reviews.ts';
import { lookAtSpace } from '#lib/platform/blobs/free-space.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { findDelay } from '#lib/platform/queue/find-delay.ts';
import { findLastBackup } from '../../backups/operations/get-backups.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { deskQueues } from '../../context/desk-queues.ts';
import { qualitySamples } from '../../documents/quality-samples/tables.ts';
import { documentAssignments, documentPostponements, documents } from '../../documents/tables.ts';
import { dayInZone, listLastDays } from '../day-in-zone.ts';
import { REVIEW_SUMS } from '../sum-reviews.ts';
import { reviewCounts } from '../tables.ts';
import { findInsightSettings } from './insight-settings.ts';

const DAYS = 14;
const DAY_MS = 24 * 60 * 60_000;

/**
 * What waits, what is in trouble and what was done, as the first screen shows it.
 * @param options.timeZone IANA name, for where days begin
 * @param options.withHealth also how the desk itself is
 */
export async function getOverview(
  desk: Desk,
  actor: NonNullable<Actor>,
  options: { timeZone: string; withHealth: boolean },
): Promise<Overview> {
  const { database } = desk;
  const settings = await findInsightSettings(database);
  const [states, waiting, held, samples, days, health] = await Promise.all([
    database.select({ state: documents.state, total: count() }).from(documents).groupBy(documents.state),
    countWaiting(database, actor),
    database
      .select({ total: count() })
      .from(documents)
      .where(and(inArray(documents.state, IN_FLIGHT_STATES), sql`${documents.trouble} is not null`)),
    database
      .select({ total: count() })
      .from(qualitySamples)
      .innerJoin(documents, eq(documents.id, qualitySamples.documentId))
      .where(and(isNull(qualitySamples.lookedAt), eq(documents.state, 'approved'))),
    listDays(database, actor, options.timeZone),
    options.withHealth ? findHealth(desk) : null,
  ]);
  const totals = new Map<string, number>(states.map(({ state, total }) => [state, total]));
  const totalOf = (...names: string[]) => names.reduce((sum, name) => sum + (totals.get(name) ?? 0), 0);
  return {
    waiting,
    trouble: {
      failed: totalOf('failed'),
      unmapped: totalOf('unmapped'),
      unclassified: totalOf('unclassified'),
      stacked: totalOf('stacked'),
      indexed: totalOf('indexed'),
      held_up: held[0]?.total ?? 0,
    },
    in_flight: totalOf(...IN_FLIGHT_STATES),
    documents: totalOf(...totals.keys()),
    samples_waiting: samples[0]?.total ?? 0,
    days: settings.count_people ? days : days.map((day) => ({ ...day, mine: null })),
    health,
  };
}

const NOTHING_WAITS = { all: 0, mine: 0, free: 0, overdue: 0, overdue_for_me: 0, clean: 0, second: 0, postponed: 0 };

async function countWaiting(executor: Executor, actor: NonNullable<Actor>): Promise<Overview['waiting']> {
  const isNow = sql`coalesce(${documentPostponements.until} <= statement_timestamp(), true)`;
  const isForMe = sql`coalesce(${documentAssignments.personId} = ${actor.id}, true)`;
  const isOverdue = sql`${documents.dueAt} < statement_timestamp()`;
  const countOf = (condition: SQL) => sql<number>`count(*) filter (where ${isNow} and ${condition})`.mapWith(Number);
  const [row] = await executor
    .select({
      all: countOf(sql`true`),
      mine: countOf(sql`${documentAssignments.personId} = ${actor.id}`),
      free: countOf(sql`${documentAssignments.personId} is null`),
      overdue: countOf(isOverdue),
      overdue_for_me: countOf(sql`${isOverdue} and ${isForMe}`),
      clean: countOf(sql`${documents.openFlags} = 0 and ${isForMe}`),
      second: countOf(sql`${documents.firstApproval} ->> 'id' <> ${actor.id}`),
      oldest: sql<string | null>`min(coalesce(${documents.reviewSince}, ${documents.createdAt})) filter (where ${isNow})`,
      postponed: sql<number>`count(*) filter (where not (${isNow}))`.mapWith(Number),
    })
    .from(documents)
    .leftJoin(documentAssignments, eq(documentAssignments.documentId, documents.id))
    .leftJoin(documentPostponements, eq(documentPostponements.documentId, documents.id))
    .where(eq(documents.state, 'to_review'));
  const { oldest, ...counts } = row ?? { oldest: null, ...NOTHING_WAITS };
  return { ...counts, oldest_at: oldest ? new Date(oldest).toISOString() : null };
}

async function listDays(executor: Executor, actor: NonNullable<Actor>, timeZone: string): Promise<Overview['days']> {
  const at = now();
  const dayOf = dayInZone(timeZone);
  const isMine = sql<boolean>`${reviewCounts.personId} = ${actor.id}`;
  const sums = await executor
    .select({ hour: reviewCounts.hour, is_mine: isMine.as('is_mine'), ...REVIEW_SUMS })
    .from(reviewCounts)
    .where(gte(reviewCounts.hour, new Date(at.getTime() - (DAYS + 1) * DAY_MS)))
    .groupBy(sql`1`, sql`2`);
  return listLastDays(dayOf(at), DAYS).map((day) => {
    const ofDay = sums.filter(({ hour }) => dayOf(hour) === day);
    return { day, all: addReviews(ofDay), mine: addReviews(ofDay.filter(({ is_mine }) => is_mine)) };
  });
}

/** The folder is made with the first file. */
async function findFreeBytes(folder: string): Promise<number | null> {
  for (const place of [folder, path.dirname(folder), path.dirname(path.dirname(folder))]) {
    const free = await lookAtSpace(place).catch(() => null);
    if (free !== null) return free;
  }
  return null;
}

async function findHealth(desk: Desk): Promise<NonNullable<Overview['health']>> {
  const { blobs, reading, backups } = desk.config;
  const [late_ms, free_bytes, backup] = await Promise.all([
    findDelay(desk.database, Object.keys(deskQueues(reading.timeoutMs))),
    blobs.kind === 'folder' ? findFreeBytes(blobs.folder) : null,
    findLastBackup(desk.database, backups.schedule?.everyMs ?? null),
  ]);
  return {
    late_ms,
    free_bytes,
    store: blobs.kind,
    backup: { state: backup.state, last_at: backup.last?.startedAt.toISOString() ?? null },
  };
}
