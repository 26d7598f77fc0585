import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { FieldLimit } from '#lib/contract/desk/automatic-approval.ts';
import { type Thresholds, thresholdOf } from '#lib/contract/desk/insights/thresholds.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { PassLimit } from '#lib/document/review/passes-limits.ts';
import { isSameField } from '#lib/document/schemas/is-same-field.ts';
import { fewestFor, findPassingThreshold } from '#lib/document/statistics/find-passing-threshold.ts';
import { upperErrorBound } from '#lib/document/statistics/upper-error-bound.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { Measures } from '../insights/counts.ts';
import { addMeasures, toConfidenceClasses, toValueCounts } from '../insights/sum-fields.ts';
import { fieldCounts, seenEngines } from '../insights/tables.ts';
import { findSchemaVersion } from '../schemas/schema-row.ts';

/** What is older says too little of the documents of today. */
const DAYS = 365;
const DAY_MS = 24 * 60 * 60_000;

export type Limits = { since: Date | null; fields: FieldLimit[] };

/**
 * What approvals say of each field and column of a schema: which values may pass without a person, at the error rate that is accepted.
 * Only approvals of values count that this deployment extracted with the engine it has now, for fields that are the same today.
 * @param engine of the document at hand; left out: the newest that was seen
 */
export async function findLimits(
  executor: Executor,
  { schema, thresholds, deploymentId, errorRate, engine }: LimitsInput,
): Promise<Limits> {
  const since = await findBegin(executor, deploymentId, engine);
  const measuresOf = since === null ? new Map<string, Measures>() : await sumEvidence(executor, schema, deploymentId, since);
  const fields = listNames(schema).map(({ name, label, isColumn }) => {
    const measures = measuresOf.get(name) ?? {};
    return limitOf(name, label, measures, { errorRate, from: thresholdOf(thresholds, name), isColumn });
  });
  return { since, fields };
}

export type LimitsInput = {
  schema: Schema;
  thresholds: Thresholds | null;
  deploymentId: string;
  /** 0 to 1 */
  errorRate: number;
  engine?: string;
};

/** As `passesLimits` takes them. */
export function toPassLimits({ fields }: Limits): Map<string, PassLimit> {
  return new Map(fields.map(({ field, threshold, may_be_empty }) => [field, { threshold, mayBeEmpty: may_be_empty }]));
}

/** Since when approvals tell of an engine; null where none was seen. */
async function findBegin(executor: Executor, deploymentId: string, engine: string | undefined): Promise<Date | null> {
  const seen = await executor.select().from(seenEngines).where(eq(seenEngines.deploymentId, deploymentId)).orderBy(desc(seenEngines.since));
  const at = engine === undefined ? 0 : seen.findIndex((one) => one.engine === engine.slice(0, 200));
  const found = seen[at];
  if (!found) return null;
  const oldest = new Date(now().getTime() - DAYS * DAY_MS);
  // days are counted whole: that on which another engine was there before is left out
  const isFirst = at === seen.length - 1;
  const begin = isFirst ? found.since : new Date(Math.floor(found.since.getTime() / DAY_MS) * DAY_MS + DAY_MS);
  return begin > oldest ? begin : oldest;
}

async function sumEvidence(executor: Executor, schema: Schema, deploymentId: string, since: Date): Promise<Map<string, Measures>> {
  const rows = await executor
    .select({
      version: fieldCounts.schemaVersion,
      field: fieldCounts.field,
      measure: fieldCounts.measure,
      total: sql<number>`sum(${fieldCounts.count})::float8`,
    })
    .from(fieldCounts)
    .where(
      and(
        eq(fieldCounts.schemaId, schema.id),
        eq(fieldCounts.deploymentId, deploymentId),
        gte(fieldCounts.day, since.toISOString().slice(0, 10)),
      ),
    )
    .groupBy(fieldCounts.schemaVersion, fieldCounts.field, fieldCounts.measure);
  const versions = new Map<number, Schema | null>([[schema.version, schema]]);
  for (const { version } of rows) {
    if (!versions.has(version)) versions.set(version, await findSchemaVersion(executor, schema.id, version));
  }
  const found = new Map<string, Measures>();
  for (const { version, field, measure, total } of rows) {
    const [name] = field.split('.');
    const of = (one: Schema | null | undefined) => one?.fields.find((known) => known.name === field || known.name === name);
    if (version !== schema.version && !isSameField(of(versions.get(version)), of(schema))) continue;
    found.set(field, addMeasures([found.get(field) ?? {}, { [measure]: total }]));
  }
  return found;
}

type Named = { name: string; label: string; isColumn: boolean };

function listNames(schema: Schema): Named[] {
  return schema.fields.flatMap((field): Named[] => {
    const label = field.label || field.name;
    if (field.type !== 'rows') return [{ name: field.name, label, isColumn: false }];
    return (field.fields ?? []).map((column) => ({
      name: `${field.name}.${column.name}`,
      label: `${label}, ${column.label || column.name}`,
      isColumn: true,
    }));
  });
}

function limitOf(
  field: string,
  label: string,
  measures: Measures,
  { errorRate, from, isColumn }: { errorRate: number; from: number; isColumn: boolean },
): FieldLimit {
  const classes = toConfidenceClasses(measures);
  const { values: all, missed, absent } = toValueCounts(measures);
  // a row that people had to add is a row of missed values: where that happens too often, no table passes
  const isWhole = !isColumn || upperErrorBound(missed, all + absent) <= errorRate;
  const found = isWhole ? findPassingThreshold(classes, errorRate, from) : null;
  const may_be_empty = upperErrorBound(missed, missed + absent) <= errorRate;
  const above = classes.filter((one) => one.from >= from);
  const values = found?.passed ?? above.reduce((sum, one) => sum + one.values, 0);
  const errors = found?.errors ?? above.reduce((sum, one) => sum + one.values - one.right, 0);
  const bound = found?.bound ?? upperErrorBound(errors, values);
  const missing = found ? null : Math.max(0, fewestFor(errorRate) - values);
  return { field, label, threshold: found?.threshold ?? null, values, errors, bound, may_be_empty, missing, flagged_below: from };
}
