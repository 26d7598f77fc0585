import { and, sql } from 'drizzle-orm';
import { CONFIDENCE_STEPS, type ConfidenceClass, type InsightsQuery, type ValueCounts } from '#lib/contract/desk/insights/insights.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { CONFIDENCE_MEASURE, type Measures, REASON_MEASURE } from './counts.ts';
import { isCountedFor } from './is-counted-for.ts';
import { fieldCounts } from './tables.ts';

const total = sql<number>`sum(${fieldCounts.count})::float8`;

/** The sums of each field, by schema. */
export async function sumFields(
  executor: Executor,
  query: InsightsQuery,
): Promise<{ schemaId: string; field: string; measures: Measures }[]> {
  const rows = await executor
    .select({ schemaId: fieldCounts.schemaId, field: fieldCounts.field, measure: fieldCounts.measure, total })
    .from(fieldCounts)
    .where(isCountedFor(fieldCounts, query))
    .groupBy(fieldCounts.schemaId, fieldCounts.field, fieldCounts.measure);
  const found = new Map<string, { schemaId: string; field: string; measures: Measures }>();
  for (const { schemaId, field, measure, total: sum } of rows) {
    const key = `${schemaId}\n${field}`;
    const known = found.get(key) ?? { schemaId, field, measures: {} };
    known.measures[measure] = sum;
    found.set(key, known);
  }
  return [...found.values()];
}

/** Values and changed values of each day. */
export async function sumChanges(executor: Executor, query: InsightsQuery): Promise<{ day: string; values: number; changed: number }[]> {
  const isChange = sql`${fieldCounts.measure} in ('corrected', 'missed', 'invented')`;
  return executor
    .select({
      day: fieldCounts.day,
      values: sql<number>`coalesce(sum(${fieldCounts.count}), 0)::float8`,
      changed: sql<number>`coalesce(sum(${fieldCounts.count}) filter (where ${isChange}), 0)::float8`,
    })
    .from(fieldCounts)
    .where(and(isCountedFor(fieldCounts, query), sql`${fieldCounts.measure} in ('right', 'corrected', 'missed', 'invented')`))
    .groupBy(fieldCounts.day);
}

export function toValueCounts(measures: Measures): ValueCounts {
  const of = (name: string) => Math.max(0, Math.round(measures[name] ?? 0));
  const [right, corrected, missed, invented] = [of('right'), of('corrected'), of('missed'), of('invented')];
  return {
    values: right + corrected + missed + invented,
    right,
    corrected,
    missed,
    invented,
    absent: of('absent'),
    flagged: of('flagged'),
    needless: of('needless'),
    unflagged: of('unflagged'),
  };
}

/** Classes that hold values, lowest first. */
export function toConfidenceClasses(measures: Measures): ConfidenceClass[] {
  return CONFIDENCE_STEPS.flatMap((from, index) => {
    const [right, wrong] = ['right', 'wrong'].map((what) =>
      Math.max(0, Math.round(measures[`${CONFIDENCE_MEASURE}:${index}:${what}`] ?? 0)),
    ) as [number, number];
    return right + wrong === 0 ? [] : { from, to: CONFIDENCE_STEPS[index + 1] ?? 1, values: right + wrong, right };
  });
}

/** Why values were flagged, the most frequent first. */
export function toReasons(measures: Measures): { reason: string; flagged: number; needless: number }[] {
  const found = new Map<string, { reason: string; flagged: number; needless: number }>();
  for (const [measure, count] of Object.entries(measures)) {
    const [kind, reason = '', what] = measure.split(':');
    if (kind !== REASON_MEASURE || count <= 0) continue;
    const known = found.get(reason) ?? { reason, flagged: 0, needless: 0 };
    known.flagged += count;
    if (what === 'needless') known.needless += count;
    found.set(reason, known);
  }
  return [...found.values()].sort((one, other) => other.flagged - one.flagged || one.reason.localeCompare(other.reason));
}

/** Sums of several fields. */
export function addMeasures(all: readonly Measures[]): Measures {
  const sum: Measures = {};
  for (const measures of all) for (const [name, count] of Object.entries(measures)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
