import { and, eq, gte, sql } from 'drizzle-orm';
import {
  AUTOMATIC_APPROVAL_DEFAULTS,
  type AutomaticApproval,
  type AutomaticApprovalState,
  type SaveAutomaticApproval,
} from '#lib/contract/desk/automatic-approval.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { documents } from '../../documents/tables.ts';
import { stopWhereExceeded, sumAutomaticSamples } from '../../review/automatic-samples.ts';
import { decisions } from '../../review/tables.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { findSchemaSettings } from '../../schemas/schema-settings-row.ts';
import { schemaSettings, schemas } from '../../schemas/tables.ts';
import { findPause } from '../approve-by-itself.ts';
import { findLimits, toPassLimits } from '../find-limits.ts';
import { runTrial } from '../run-trial.ts';

const FRESH: AutomaticApprovalState = { ...AUTOMATIC_APPROVAL_DEFAULTS, since: null, stopped: null };

/**
 * Whether documents of a schema approve themselves, and what approvals say of that: by field, for the documents approved last, and
 * by the samples. It is judged for the deployment that new documents are sent to.
 * @param options.errorRate as if that were the rate that is accepted, 0 to 1
 * @throws ProblemError `not_found`
 */
export async function getAutomaticApproval(
  desk: Desk,
  schemaId: string,
  options: { errorRate?: number | undefined } = {},
): Promise<AutomaticApproval> {
  const { database } = desk;
  const schema = await getCurrentSchema(database, schemaId);
  const settings = await findSchemaSettings(database, schemaId);
  const state = settings?.automaticApproval ?? FRESH;
  const deploymentId = (await desk.present()).id;
  const limits = await findLimits(database, {
    schema,
    thresholds: settings?.thresholds ?? null,
    deploymentId,
    errorRate: options.errorRate ?? state.error_rate,
  });
  const [trial, samples, counts] = await Promise.all([
    runTrial(database, { schemaId, deploymentId }, toPassLimits(limits)),
    sumAutomaticSamples(database, schemaId, state.since),
    countApproved(database, schemaId, state.since),
  ]);
  const { since: _since, stopped, ...chosen } = state;
  return {
    schema_id: schemaId,
    settings: chosen,
    stopped,
    paused: settings && state.on ? await findPause(database, settings, state) : null,
    evidence_since: limits.since?.toISOString() ?? null,
    fields: limits.fields,
    trial,
    samples,
    ...counts,
  };
}

async function countApproved(
  executor: Executor,
  schemaId: string,
  since: string | null,
): Promise<Pick<AutomaticApproval, 'approved' | 'reopened'>> {
  if (since === null) return { approved: 0, reopened: 0 };
  const wasReopened = sql`exists (select 1 from ${decisions} as later where later.document_id = ${decisions.documentId}
    and later.revision > ${decisions.revision} and later.kind = 'reopen')`;
  const [row] = await executor
    .select({
      approved: sql<number>`count(*)::int`,
      reopened: sql<number>`(count(*) filter (where ${wasReopened}))::int`,
    })
    .from(decisions)
    .innerJoin(documents, eq(documents.id, decisions.documentId))
    .where(and(eq(documents.schemaId, schemaId), eq(decisions.kind, 'auto_approve'), gte(decisions.at, new Date(since))));
  return row ?? { approved: 0, reopened: 0 };
}

/**
 * Says whether documents of a schema approve themselves from now on. Switched on anew, samples count from then on.
 * @throws ProblemError `not_found`
 */
export async function saveAutomaticApproval(
  desk: Desk,
  actor: NonNullable<Actor>,
  schemaId: string,
  body: SaveAutomaticApproval,
): Promise<AutomaticApproval> {
  const schema = await getCurrentSchema(desk.database, schemaId);
  await desk.database.transaction(async (transaction) => {
    // one after the other, so that nobody changes what another has just changed
    await transaction.select({ id: schemas.id }).from(schemas).where(eq(schemas.id, schemaId)).for('update');
    const before = (await findSchemaSettings(transaction, schemaId))?.automaticApproval ?? FRESH;
    const at = now();
    const isBegun = body.on && !before.on;
    const after: AutomaticApprovalState = {
      ...body,
      since: isBegun ? at.toISOString() : before.since,
      // who switches it on or off has seen why it stopped
      stopped: body.on === before.on ? before.stopped : null,
    };
    await transaction
      .insert(schemaSettings)
      .values({ schemaId, secondApproval: { when: 'never' }, automaticApproval: after, updatedAt: at })
      .onConflictDoUpdate({ target: schemaSettings.schemaId, set: { automaticApproval: after, updatedAt: at } });
    const detail = { schema_id: schemaId, schema_name: schema.name };
    await appendAudit(transaction, [{ actor, event: 'schema.automatic_approval_saved', oldValue: before, newValue: after, detail }]);
    // a smaller rate may be exceeded already
    await stopWhereExceeded(transaction, schemaId);
  });
  return getAutomaticApproval(desk, schemaId);
}
