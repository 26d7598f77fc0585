import { and, eq, sql } from 'drizzle-orm';
import type { SchemaLearning } from '#lib/contract/desk/deployment.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import type { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { inferFields } from '#lib/deployment/infer-fields.ts';
import { now } from '#lib/platform/clock.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Desk, LearnJob } from '../context/desk.ts';
import { noteSurely } from '../context/note-surely.ts';
import { submissions } from '../documents/tables.ts';
import { addSchema } from '../schemas/save-schema.ts';
import { schemaMappings } from '../schemas/tables.ts';
import { askOnce } from './ask-once.ts';
import { pauseAfter } from './pace.ts';

const GIVE_UP_MS = 5 * 60_000;
const UNSURE =
  'The document service received the job request but sent no response that the desk understands, so the job may be running there. “Try again” starts another one.';

/**
 * Takes the next step in learning a schema that only a deployment knows: creates one job on the chosen document, asks
 * until it is finished, makes a schema of the fields in its answer. A job that may exist is not asked
 * for again without a person's word; failures are kept where the person sees them.
 */
export async function learnSchema(desk: Desk, job: QueueJob<LearnJob>): Promise<Again | undefined> {
  const { deploymentId, remoteSchemaId } = job.data;
  const which = and(eq(schemaMappings.deploymentId, deploymentId), eq(schemaMappings.remoteSchemaId, remoteSchemaId));
  const [mapping] = await desk.database.select().from(schemaMappings).where(which);
  const learning = mapping?.learning;
  if (!mapping || mapping.schemaId || !learning || learning.failure) return undefined;
  const note = (changes: Partial<SchemaLearning>) =>
    desk.database
      .update(schemaMappings)
      .set({ learning: { ...learning, ...changes } })
      // not what a person asked for anew meanwhile
      .where(and(which, sql`${schemaMappings.learning}->>'begun_at' = ${learning.begun_at}`));
  const isOver = job.waitedMs > GIVE_UP_MS;
  try {
    const { client } = await desk.getDeployment(deploymentId);
    if (learning.job_id === null) {
      const [submission] = await desk.database.select().from(submissions).where(eq(submissions.documentId, learning.document_id));
      if (!submission?.remoteDocumentId) throw new ProblemError('not_found', 'The document is no longer at this deployment.');
      const asked = {
        documentId: submission.remoteDocumentId,
        schemaId: remoteSchemaId,
        idempotencyKey: `${learning.document_id}.learn.${learning.begun_at}`,
      };
      const created = await askOnce(
        {
          isMarked: Boolean(learning.handed_over_at),
          isRepeatable: await client.isOurs(),
          mark: (isUnderWay) => note({ handed_over_at: isUnderWay ? now().toISOString() : null }),
        },
        () => client.createExtractionJob(asked, { signal: job.signal, submitter: mapping.byId ?? undefined }),
      );
      await noteSurely(() => note({ job_id: created.id, handed_over_at: null }), job.signal);
      return { againInMs: pauseAfter(1) };
    }
    const remote = await client.getExtractionJob(learning.job_id, { signal: job.signal });
    if (remote.phase === 'running') {
      if (!isOver) return { againInMs: pauseAfter(5) };
      throw new ProblemError('document_not_processed', 'The job was not finished within five minutes. Try again later.');
    }
    if (remote.phase !== 'completed') throw new ProblemError('extraction_failed', remote.failure?.message ?? `It says: ${remote.status}.`);
    const fields = inferFields(remote.raw);
    if (fields.length === 0) throw new ProblemError('extraction_failed', 'No fields were found in the result of the job.');
    const draft = schemaDraftSchema.parse({ name: learning.name, description: '', fields, rules: [] });
    const actor = { id: mapping.byId, name: mapping.byName };
    await desk.database.transaction(async (transaction) => {
      const { schema } = await addSchema(transaction, actor, draft);
      await transaction.update(schemaMappings).set({ schemaId: schema.id, learning: null }).where(which);
      const detail = { schema_id: schema.id, schema_name: schema.name, schema_version: 1, learned_from: remoteSchemaId };
      await appendAudit(transaction, [{ actor, event: 'schema.saved', detail }]);
    });
  } catch (error) {
    if (job.signal.aborted || findOutage(error) || !(error instanceof ProblemError)) throw error;
    const { temporary = false, retryAfterMs = null, unsure = false } = error as ProblemError & Partial<DeploymentError>;
    if (temporary && !unsure && !isOver) return { againInMs: Math.max(retryAfterMs ?? 0, pauseAfter(8)) };
    const failure = unsure ? { code: 'sending_unsure' as const, message: UNSURE } : { code: error.code, message: error.message };
    await note({ failure, handed_over_at: null });
  }
  return undefined;
}
