import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { FieldLimit } from '#lib/contract/desk/automatic-approval.ts';
import { thresholdOf } from '#lib/contract/desk/insights/threshold-of.ts';
import type { Thresholds } from '#lib/contract/desk/insights/thresholds.ts';
import type { Field, Schema } from '#lib/contract/service/extraction-schema.ts';
import type { PassLimit } from '#lib/document/review/passes-limits.ts';
import { isSameJson } from '#lib/document/review/seen.ts';
import { fewestFor, findPassingThreshold } from '#lib/document/statistics/find-passing-threshold.ts';
import { upperErrorBound } from '#lib/document/statistics/upper-error-bound.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { EMPTY_RIGHT, EMPTY_WRONG } from '../insights/count-evidence.ts';
import type { Measures } from '../insights/counts.ts';
import { addMeasures, toConfidenceClasses } from '../insights/sum-fields.ts';
import { evidenceCounts } from '../insights/tables.ts';
import { findSchemaVersion } from '../schemas/schema-row.ts';

/** What is older says too little of the documents of today. */
const DAYS = 365;
const DAY_MS = 24 * 60 * 60_000;
/** Characters of an engine's name that are kept. */
export const LONGEST_ENGINE = 200;

/** `since`: the first day that counts; null = there is nothing yet. */
export type Limits = { engine: string | null; since: string | null; fields: FieldLimit[] };

export type LimitsInput = {
  schema: Schema;
  thresholds: Thresholds | null;
  deploymentId: string;
  /** 0 to 1 */
  errorRate: number;
  /** Of the document at hand; left out: the one that the newest decided document was extracted by. */
  engine?: string;
};

/**
 * What decisions say of each field and column of a schema: which values may pass without a person, at the error rate that is accepted.
 * Only documents count that this deployment extracted with the same engine, for fields that are the same today.
 */
export async function findLimits(
  executor: Executor,
  { schema, thresholds, deploymentId, errorRate, engine }: LimitsInput,
): Promise<Limits> {
  const present = engine?.slice(0, LONGEST_ENGINE) ?? (await findNewestEngine(executor, schema.id, deploymentId));
  const { since, measuresOf } = await sumEvidence(executor, { schema, deploymentId, engine: present ?? '' });
  const fields = listNames(schema).map(({ name, label }) =>
    limitOf({ field: name, label, measures: measuresOf.get(name) ?? {}, errorRate, from: thresholdOf(thresholds, name) }),
  );
  return { engine: present, since, fields };
}

/** As `passesLimits` takes them. */
export function toPassLimits({ fields }: Limits): Map<string, PassLimit> {
  return new Map(fields.map(({ field, threshold, may_be_empty }) => [field, { threshold, mayBeEmpty: may_be_empty }]));
}

async function findNewestEngine(executor: Executor, schemaId: string, deploymentId: string): Promise<string | null> {
  const { schemaId: schema, deploymentId: at, engine, day, count } = evidenceCounts;
  const [newest] = await executor
    .select({ engine })
    .from(evidenceCounts)
    .where(and(eq(schema, schemaId), eq(at, deploymentId)))
    .groupBy(engine)
    .having(sql`sum(${count}) > 0`)
    .orderBy(sql`max(${day}) desc`, desc(engine))
    .limit(1);
  return newest?.engine ?? null;
}

async function sumEvidence(
  executor: Executor,
  of: { schema: Schema; deploymentId: string; engine: string },
): Promise<{ since: string | null; measuresOf: Map<string, Measures> }> {
  const { schema } = of;
  const { day, schemaId, schemaVersion, deploymentId, engine, field, measure, count } = evidenceCounts;
  const rows = await executor
    .select({ version: schemaVersion, field, measure, total: sql<number>`sum(${count})::float8`, since: sql<string>`min(${day})::text` })
    .from(evidenceCounts)
    .where(
      and(
        eq(schemaId, schema.id),
        eq(deploymentId, of.deploymentId),
        eq(engine, of.engine),
        gte(day, new Date(now().getTime() - DAYS * DAY_MS).toISOString().slice(0, 10)),
      ),
    )
    .groupBy(schemaVersion, field, measure)
    .having(sql`sum(${count}) > 0`);
  const versions = new Map<number, Schema | null>([[schema.version, schema]]);
  for (const { version } of rows) {
    if (!versions.has(version)) versions.set(version, await findSchemaVersion(executor, schema.id, version));
  }
  const measuresOf = new Map<string, Measures>();
  const days: string[] = [];
  for (const row of rows) {
    if (!isUnchanged(row.field, versions.get(row.version) ?? null, schema)) continue;
    measuresOf.set(row.field, addMeasures([measuresOf.get(row.field) ?? {}, { [row.measure]: row.total }]));
    days.push(row.since);
  }
  return { since: days.sort()[0] ?? null, measuresOf };
}

/** True where a field, or a column and its table, means the same in both versions: all of it but its label. */
function isUnchanged(name: string, then: Schema | null, now: Schema): boolean {
  if (then?.version === now.version) return true;
  const meaning = (schema: Schema | null) => {
    const [first] = name.split('.');
    const field = schema?.fields.find((one) => one.name === name) ?? schema?.fields.find((one) => one.name === first);
    if (!field) return null;
    const columns = field.name === name ? [] : (field.fields ?? []).filter((column) => `${field.name}.${column.name}` === name);
    return [{ ...field, fields: undefined }, ...columns].map((one) => ({ ...one, label: '' }));
  };
  return isSameJson(meaning(then), meaning(now));
}

function listNames(schema: Schema): { name: string; label: string }[] {
  return schema.fields.flatMap((field: Field) => {
    const label = field.label || field.name;
    if (field.type !== 'rows') return [{ name: field.name, label }];
    return (field.fields ?? []).map((column) => ({
      name: `${field.name}.${column.name}`,
      label: `${label}, ${column.label || column.name}`,
    }));
  });
}

function limitOf(of: { field: string; label: string; measures: Measures; errorRate: number; from: number }): FieldLimit {
  const { field, label, measures, errorRate, from } = of;
  const above = toConfidenceClasses(measures).filter((one) => one.from >= from);
  const found = findPassingThreshold(above, errorRate);
  const total = above.reduce((sum, one) => sum + one.values, 0);
  const documents = found?.passed ?? total;
  const errors = found?.errors ?? above.reduce((sum, one) => sum + one.values - one.right, 0);
  const [emptyRight, emptyWrong] = [measures[EMPTY_RIGHT] ?? 0, measures[EMPTY_WRONG] ?? 0];
  return {
    field,
    label,
    threshold: found?.threshold ?? null,
    flagged_below: from,
    documents,
    errors,
    bound: found?.bound ?? upperErrorBound(errors, documents),
    may_be_empty: upperErrorBound(emptyWrong, emptyRight + emptyWrong) <= errorRate,
    missing: found ? null : Math.max(0, fewestFor(errorRate) - total),
  };
}
