import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { LatestCheck, Night, NightlyCheck, NightlyRun } from '#lib/contract/desk/insights/nightly-check.ts';
import type { PreviewChange } from '#lib/contract/desk/schemas/schema-preview.ts';
import { now } from '#lib/platform/clock.ts';
import { takeAdvisoryLock } from '#lib/platform/database/advisory-locks.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { documents } from '../../documents/tables.ts';
import { schemas } from '../../schemas/tables.ts';
import { findClosest } from '../plan-night.ts';
import { isNightlyCheckOn, startCheckNow } from '../start-nightly-check.ts';
import { nightlyChecks, nightlyDocuments, nightlyRuns, nightlySettings } from '../tables.ts';

const SHOWN_DAYS = 90;
/** Changes of one schema that are listed. */
const MOST_CHANGES = 60;
const ORDER: readonly PreviewChange['kind'][] = ['loss', 'gain', 'new'];

/** What the nightly check found, of one schema or of all that are not removed, by name. */
export async function getNightlyCheck(desk: Pick<Desk, 'database'>, query: { schema_id?: string | undefined }): Promise<NightlyCheck> {
  const { database } = desk;
  // first: of a run that is told to have ended, everything is told
  const run = await findRun(database);
  const ofSchema = query.schema_id === undefined ? undefined : eq(nightlyChecks.schemaId, query.schema_id);
  const after = new Date(now().getTime() - SHOWN_DAYS * 24 * 3_600_000);
  const { schemaId, at, documents: count, failed, values, right, fell } = nightlyChecks;
  const nights = await database
    .select({ schemaId, name: schemas.name, at, documents: count, failed, values, right, fell })
    .from(nightlyChecks)
    .innerJoin(schemas, eq(schemas.id, schemaId))
    .where(and(ofSchema, isNull(schemas.removedAt), gt(at, after)))
    .orderBy(asc(at));
  const names = new Map(nights.map((night) => [night.schemaId, night.name]));
  const latest = await listLatest(database, [...names.keys()]);
  const closest = names.size === 0 ? await findClosest(database) : null;
  return {
    is_on: await isNightlyCheckOn(database),
    run,
    schemas: [...names]
      .sort(([, one], [, other]) => one.localeCompare(other))
      .flatMap(([id, name]) => {
        const found = latest.get(id);
        const own = nights.filter((night) => night.schemaId === id).map(toNight);
        return found ? [{ schema_id: id, schema_name: name, nights: own, latest: found }] : [];
      }),
    closest: closest ? { schema_name: closest.schemaName, documents: closest.documents } : null,
  };
}

/** Switches the check by night on or off; a run that began by itself ends. */
export async function saveNightlyCheck(desk: Pick<Desk, 'database'>, actor: NonNullable<Actor>, isOn: boolean): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    await takeAdvisoryLock(transaction, 'nightlyCheck');
    if ((await isNightlyCheckOn(transaction)) === isOn) return;
    await transaction.insert(nightlySettings).values({ isOn }).onConflictDoUpdate({ target: nightlySettings.id, set: { isOn } });
    await appendAudit(transaction, [{ actor, event: 'insights.nightly_check', detail: { is_on: isOn } }]);
  });
}

/** Checks now what a night would check. @throws ProblemError `conflict` where there is nothing to check */
export async function runNightlyCheckNow(desk: Pick<Desk, 'database' | 'queue'>, actor: NonNullable<Actor>): Promise<void> {
  await startCheckNow(desk, actor);
}

const toNight = ({ at, documents, failed, values, right, fell }: Omit<Night, 'at'> & { at: Date }): Night => {
  return { at: at.toISOString(), documents, failed, values, right, fell };
};

async function findRun(executor: Executor): Promise<NightlyRun | null> {
  const [run] = await executor.select().from(nightlyRuns).orderBy(desc(nightlyRuns.startedAt)).limit(1);
  if (!run) return null;
  const { startedAt, endedAt, outcome, byName: by, planned, done, trouble } = run;
  return { started_at: startedAt.toISOString(), ended_at: endedAt?.toISOString() ?? null, outcome, by, planned, done, trouble };
}

/** The last check of each schema, with what it changed. */
async function listLatest(executor: Executor, schemaIds: string[]): Promise<Map<string, LatestCheck>> {
  if (schemaIds.length === 0) return new Map();
  const checks = await executor
    .selectDistinctOn([nightlyChecks.schemaId])
    .from(nightlyChecks)
    .where(inArray(nightlyChecks.schemaId, schemaIds))
    .orderBy(nightlyChecks.schemaId, desc(nightlyChecks.at));
  const rows = await executor
    .select({
      schemaId: nightlyDocuments.schemaId,
      changes: nightlyDocuments.changes,
      document: { id: documents.id, name: documents.name, media_type: documents.mediaType },
    })
    .from(nightlyDocuments)
    .innerJoin(documents, eq(documents.id, nightlyDocuments.documentId))
    .where(and(inArray(nightlyDocuments.schemaId, schemaIds), sql`jsonb_array_length(${nightlyDocuments.changes}) > 0`))
    .orderBy(asc(documents.name), asc(documents.id));
  return new Map(
    checks.map((check): [string, LatestCheck] => {
      const own = rows.filter(({ schemaId }) => schemaId === check.schemaId);
      const all = own.flatMap(({ document, changes }) => changes.map((change) => ({ ...change, document_id: document.id })));
      const changes = ORDER.flatMap((kind) => all.filter((change) => change.kind === kind)).slice(0, MOST_CHANGES);
      const shown = new Set(changes.map(({ document_id }) => document_id));
      return [
        check.schemaId,
        {
          compared: check.since ? { documents: check.compared, since: check.since.toISOString() } : null,
          probability: check.probability,
          before: check.before,
          now: check.now,
          fields: check.since ? check.fields.map(({ paired }) => paired) : [],
          changes,
          left: check.left + all.length - changes.length,
          documents: own.filter(({ document }) => shown.has(document.id)).map(({ document }) => document),
        },
      ];
    }),
  );
}
