import { and, eq, sql } from 'drizzle-orm';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { inferFields } from '#lib/deployment/infer-fields.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Desk, LearnJob } from '../context/desk.ts';
import { recordReliably } from '../context/record-reliably.ts';
import { releaseParked } from '../documents/release-parked.ts';
import { openRemoteJob, recordRemoteId } from '../documents/remote-jobs.ts';
import { submissions } from '../documents/tables.ts';
import { addSchema } from '../schemas/operations/save-schema.ts';
import { schemaMappings } from '../schemas/tables.ts';
import { connect } from './connect.ts';
import { ownTrouble } from './own-trouble.ts';
import { pollRemoteJob, type RemoteWork, type StepOutcome } from './poll-remote-job.ts';
import type { PollSettings } from './poll-settings.ts';
import { type Handover, submitOnce } from './submit-once.ts';

const GIVE_UP_MS = 5 * 60_000;
const MESSAGES = {
  unsure:
    'The document service received the job request but sent no response that the desk understands, so the job may be running there. “Try again” starts another one.',
  silent: 'The job was not finished within five minutes. Try again later.',
};

type Mapping = typeof schemaMappings.$inferSelect;
type Learning = Handover & { mapping: Mapping; learning: NonNullable<Mapping['learning']> };

/**
 * Learns a schema that only a deployment knows: creates one job on the chosen document, polls until it is finished, makes a
 * schema of the fields in its answer. Failures are kept where the person sees them.
 */
export function learnSchema(desk: Desk, job: QueueJob<LearnJob>, settings: PollSettings): Promise<Again | undefined> {
  return pollRemoteJob(desk, job, () => findWork(desk, job), settings);
}

/** Settles a schema whose learning was interrupted again and again. */
export async function giveUpLearning(desk: Desk, of: LearnJob): Promise<void> {
  const mapping = await findUnlearned(desk, of);
  const message = 'Learning the fields was interrupted repeatedly. Try again.';
  if (mapping) await recordFailure(desk, mapping, { code: 'internal_error', message });
}

async function findWork(desk: Desk, { data: of, signal }: QueueJob<LearnJob>): Promise<RemoteWork | null> {
  const mapping = await findUnlearned(desk, of);
  if (!mapping?.learning) return null;
  const fail = (failure: Failure) => recordFailure(desk, mapping, failure);
  const deployment = await connect(desk, of.deploymentId, fail);
  // asking again makes the row anew, so that there is one run only
  const job = deployment && (await openRemoteJob(desk.database, { kind: 'learning', ...of, run: 1 }, deployment.id));
  if (!deployment || !job) return null;
  const isRepeatable = () => deployment.client.isOurs();
  const work: Learning = { job, deployment, signal, isRepeatable, awaitedMs: 0, mapping, learning: mapping.learning };
  return {
    ...work,
    step: () => takeStep(desk, work),
    isSubmitted: job.remoteId !== null,
    remoteId: () => job.remoteId,
    fail,
    limits: { silentMs: GIVE_UP_MS, unansweredMs: GIVE_UP_MS },
    messages: MESSAGES,
    ...ownTrouble(desk, job),
  };
}

async function findUnlearned(desk: Desk, { deploymentId, remoteSchemaId }: LearnJob): Promise<Mapping | null> {
  const which = and(eq(schemaMappings.deploymentId, deploymentId), eq(schemaMappings.remoteSchemaId, remoteSchemaId));
  const [mapping] = await desk.database.select().from(schemaMappings).where(which);
  return mapping && !mapping.schemaId && mapping.learning && !mapping.learning.failure ? mapping : null;
}

async function takeStep(desk: Desk, work: Learning): Promise<StepOutcome> {
  const { job, deployment, signal } = work;
  if (job.remoteId === null) return createJob(desk, work);
  const remote = await deployment.client.getExtractionJob(job.remoteId, { signal });
  if (remote.phase === 'running') return 'same';
  if (remote.phase !== 'completed') throw new ProblemError('extraction_failed', remote.failure?.message ?? `It says: ${remote.status}.`);
  await saveLearned(desk, work, remote.raw);
  return 'done';
}

async function createJob(desk: Desk, work: Learning): Promise<StepOutcome> {
  const { job, deployment, signal, mapping, learning } = work;
  const [submission] = await desk.database.select().from(submissions).where(eq(submissions.documentId, learning.document_id));
  if (!submission?.remoteDocumentId) throw new ProblemError('not_found', 'The document is no longer at this deployment.');
  const asked = {
    documentId: submission.remoteDocumentId,
    schemaId: mapping.remoteSchemaId,
    idempotencyKey: `${learning.document_id}.learn.${learning.begun_at}`,
  };
  const options = { signal, submitter: mapping.byId ?? undefined };
  const created = await submitOnce(desk, work, () => deployment.client.createExtractionJob(asked, options));
  await recordReliably(() => recordRemoteId(desk.database, job, created.id, created.status), signal);
  return 'news';
}

async function saveLearned(desk: Desk, { mapping, learning }: Learning, raw: unknown): Promise<void> {
  const fields = inferFields(raw);
  if (fields.length === 0) throw new ProblemError('extraction_failed', 'No fields were found in the result of the job.');
  const draft = schemaDraftSchema.parse({ name: learning.name, description: '', fields, rules: [] });
  const actor = { id: mapping.byId, name: mapping.byName };
  await desk.database.transaction(async (transaction) => {
    const [asked] = await transaction.select().from(schemaMappings).where(sameRequest(mapping)).for('update');
    if (!asked) return;
    const { schema } = await addSchema(transaction, actor, draft);
    await transaction.update(schemaMappings).set({ schemaId: schema.id, learning: null }).where(sameRequest(mapping));
    const detail = { schema_id: schema.id, schema_name: schema.name, schema_version: 1, learned_from: mapping.remoteSchemaId };
    await appendAudit(transaction, [{ actor, event: 'schema.saved', detail }]);
    await releaseParked(desk, transaction, actor, { deploymentId: mapping.deploymentId, schemaId: schema.id });
  });
}

async function recordFailure(desk: Desk, mapping: Mapping, failure: Failure): Promise<void> {
  const learning = mapping.learning && { ...mapping.learning, failure };
  await desk.database.update(schemaMappings).set({ learning }).where(sameRequest(mapping));
}

/** The mapping, unless a person asked for it anew meanwhile. */
function sameRequest({ deploymentId, remoteSchemaId, learning }: Mapping) {
  const begunAt = sql`${schemaMappings.learning}->>'begun_at' = ${learning?.begun_at ?? null}`;
  return and(eq(schemaMappings.deploymentId, deploymentId), eq(schemaMappings.remoteSchemaId, remoteSchemaId), begunAt);
}
