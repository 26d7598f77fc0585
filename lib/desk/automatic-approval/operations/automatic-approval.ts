import { and, eq, gte, sql } from 'drizzle-orm';
import {
  AUTOMATIC_APPROVAL_DEFAULTS,
  type AutomaticApproval,
  type AutomaticApprovalState,
  type SaveAutomaticApproval,
} from '#lib/contract/desk/automatic-approval.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { documents } from '../../documents/tables.ts';
import { saveOrStop, sumAutomaticSamples } from '../../review/automatic-samples.ts';
import { decisions } from '../../review/tables.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { findSchemaSettings } from '../../schemas/schema-settings-row.ts';
import { schemaSettings, schemas } from '../../schemas/tables.ts';
import { findPause } from '../approve-by-itself.ts';
import { findLimits, toPassLimits } from '../find-limits.ts';
import { runTrial } from '../run-trial.ts';

const FRESH: AutomaticApprovalState = { ...AUTOMATIC_APPROVAL_DEFAULTS, since: null, checked: { documents: 0, fields: [] }, stopped: null };

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
    runTrial(database, { schemaId, deploymentId, engine: limits.engine }, toPassLimits(limits)),
    sumAutomaticSamples(database, schemaId, state),
    countApproved(database, schemaId, state.since),
  ]);
  const { on, error_rate, sample_percent, stopped } = state;
  return {
    schema_id: schemaId,
    settings: { on, error_rate, sample_percent },
    stopped,
    paused: settings && state.on ? await findPause(database, settings, state) : null,
    evidence_since: limits.since,
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
 * @throws ProblemError `not_found`; `conflict` where it was switched on or off meanwhile
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
    const [locked] = await transaction.select().from(schemas).where(eq(schemas.id, schemaId)).for('update');
    if (!locked || locked.removedAt) throw new ProblemError('not_found', 'This schema does not exist; someone may have removed it.');
    const at = now();
    await transaction
      .insert(schemaSettings)
      .values({ schemaId, secondApproval: { when: 'never' }, updatedAt: at })
      .onConflictDoNothing();
    // samples that are checked at this moment are waited for
    const [settings] = await transaction.select().from(schemaSettings).where(eq(schemaSettings.schemaId, schemaId)).for('update');
    const before = settings?.automaticApproval ?? FRESH;
    const { was_on, ...chosen } = body;
    if (before.on !== was_on) {
      const happened = before.on ? 'switched on' : before.stopped ? 'switched off by its quality samples' : 'switched off';
      throw new ProblemError('conflict', `Automatic approval was ${happened} meanwhile. Look at it again before you change it.`);
    }
    const isBegun = chosen.on && !before.on;
    const after: AutomaticApprovalState = {
      ...chosen,
      since: isBegun ? at.toISOString() : before.since,
      checked: isBegun ? FRESH.checked : before.checked,
      // who switches it on or off has seen why it stopped
      stopped: chosen.on === before.on ? before.stopped : null,
    };
    const detail = { schema_id: schemaId, schema_name: schema.name };
    await appendAudit(transaction, [{ actor, event: 'schema.automatic_approval_saved', oldValue: before, newValue: after, detail }]);
    // a smaller rate may be exceeded already
    await saveOrStop(transaction, schemaId, after);
  });
  return getAutomaticApproval(desk, schemaId);
}
