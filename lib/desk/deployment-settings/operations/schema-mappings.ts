import { and, eq } from 'drizzle-orm';
import type { Deployment, NewMapping, SchemaLearning } from '#lib/contract/desk/deployment.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { now } from '#lib/platform/clock.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import { type Actor, type Desk, LEARN_QUEUE, type LearnJob } from '../../context/desk.ts';
import { lockDeploymentRow } from '../../deployments/deployment-row.ts';
import { getDocumentRow } from '../../documents/desk-document.ts';
import { releaseParked } from '../../documents/release-parked.ts';
import { removeLearningJob } from '../../documents/remote-jobs.ts';
import { submissions } from '../../documents/tables.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { schemaMappings } from '../../schemas/tables.ts';
import { getDeployment } from './deployments.ts';

/**
 * Records the id under which a remote deployment knows a schema of the desk; or, for a schema that only the deployment
 * knows, has its fields learned from a job on a document that is there already.
 * @throws ProblemError `not_found`, `conflict` (the embedded service; the schema or the id has a mapping already; the document is not there)
 */
export async function saveMapping(desk: Desk, actor: NonNullable<Actor>, deploymentId: string, input: NewMapping): Promise<Deployment> {
  await desk.database.transaction(async (transaction) => {
    const deployment = await lockDeploymentRow(transaction, deploymentId);
    if (deployment.embedded) throw new ProblemError('conflict', 'The embedded service gets every schema from the desk automatically.');
    const existing = await transaction.select().from(schemaMappings).where(eq(schemaMappings.deploymentId, deploymentId));
    const sameId = existing.find(({ remoteSchemaId }) => remoteSchemaId === input.remote_schema_id);
    // told again: what refused it before may know it now
    const isSame = 'schema_id' in input && input.replace && sameId?.schemaId === input.schema_id;
    if (sameId?.schemaId && !isSame)
      throw new ProblemError('conflict', 'This ID already belongs to a schema there. Remove it from that schema first.');
    if (sameId?.learning && !sameId.learning.failure)
      throw new ProblemError('conflict', 'The fields of this schema are being learned right now.');
    let schemaId: string | null = null;
    let learning: Omit<SchemaLearning, 'job_id'> | null = null;
    if ('schema_id' in input) {
      schemaId = (await getCurrentSchema(transaction, input.schema_id)).id;
      const before = existing.find((row) => row.schemaId === schemaId);
      if (before && !input.replace)
        throw new ProblemError('conflict', 'This schema is already mapped at the deployment. Remove that mapping first.');
      if (before) await transaction.delete(schemaMappings).where(whichMapping(deploymentId, before.remoteSchemaId));
    } else {
      const row = await getDocumentRow(transaction, input.document_id);
      const [submission] = await transaction.select().from(submissions).where(eq(submissions.documentId, row.id));
      if (
        submission?.deploymentId !== deploymentId ||
        submission.remoteDocumentId === null ||
        ['received', 'indexing'].includes(row.state)
      ) {
        throw new ProblemError('conflict', 'Choose a document that this deployment has read already.');
      }
      learning = { name: input.name, document_id: row.id, begun_at: now().toISOString(), failure: null };
      const job: LearnJob = { deploymentId, remoteSchemaId: input.remote_schema_id };
      await desk.queue.send(LEARN_QUEUE, job, { tx: transaction, singletonKey: `${deploymentId} ${input.remote_schema_id}` });
    }
    const columns = { schemaId, learning, at: now(), byId: actor.id, byName: actor.name };
    await transaction
      .insert(schemaMappings)
      .values({ deploymentId, remoteSchemaId: input.remote_schema_id, ...columns })
      .onConflictDoUpdate({ target: [schemaMappings.deploymentId, schemaMappings.remoteSchemaId], set: columns });
    // a job of an earlier try has nothing to say any more
    await removeLearningJob(transaction, deploymentId, input.remote_schema_id);
    const detail = { deployment_id: deploymentId, name: deployment.name, remote_schema_id: input.remote_schema_id, schema_id: schemaId };
    await appendAudit(transaction, [{ actor, event: 'deployment.schema_mapped', detail }]);
    if (schemaId !== null) await releaseParked(desk, transaction, actor, { deploymentId, schemaId });
  });
  return getDeployment(desk, deploymentId);
}

/** Forgets an id; the schema of the desk stays. @throws ProblemError `not_found` */
export async function removeMapping(
  desk: Desk,
  actor: NonNullable<Actor>,
  deploymentId: string,
  remoteSchemaId: string,
): Promise<Deployment> {
  await desk.database.transaction(async (transaction) => {
    const deployment = await lockDeploymentRow(transaction, deploymentId);
    const [removed] = await transaction.delete(schemaMappings).where(whichMapping(deploymentId, remoteSchemaId)).returning();
    if (!removed) throw new ProblemError('not_found', 'This schema ID does not exist; someone may have removed it.');
    const detail = { deployment_id: deploymentId, name: deployment.name, remote_schema_id: remoteSchemaId, schema_id: removed.schemaId };
    await appendAudit(transaction, [{ actor, event: 'deployment.schema_unmapped', detail }]);
  });
  return getDeployment(desk, deploymentId);
}

const whichMapping = (deploymentId: string, remoteSchemaId: string) =>
  and(eq(schemaMappings.deploymentId, deploymentId), eq(schemaMappings.remoteSchemaId, remoteSchemaId));
