import { eq } from 'drizzle-orm';
import type { NewTrial, SchemaTrial } from '#lib/contract/desk/deployment.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { getDeploymentRow } from '../../deployments/deployment-row.ts';
import { getDocumentRow, lockDocumentRow } from '../../documents/desk-document.ts';
import { findSampleFile, submitSample } from '../../documents/operations/samples.ts';
import { resumeParked } from '../../documents/release-parked.ts';
import { findResumePoint } from '../../documents/resume-point.ts';
import { submissions } from '../../documents/tables.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { listTrials } from './list-trials.ts';

type Person = NonNullable<Actor>;

/**
 * Tries the id that a schema may have at a remote deployment: a sample, or a document that waits there for that id, is extracted with
 * it. No mapping is made; a person makes it who has seen the fields. A sample that the deployment has from a trial that failed is not
 * sent again.
 * @throws ProblemError `not_found`, `conflict` (the deployment is ours or retired, another id is being tried for the schema, the
 *   document waits for no id there)
 */
export async function tryMapping(desk: Desk, actor: Person, deploymentId: string, input: NewTrial): Promise<SchemaTrial> {
  const deployment = await getDeploymentRow(desk.database, deploymentId);
  if (deployment.embedded || deployment.ours)
    throw new ProblemError('conflict', `“${deployment.name}” gets every schema from the desk, so there is no ID to try.`);
  if (deployment.retiredAt) throw new ProblemError('conflict', `“${deployment.name}” is retired. Reactivate it first.`);
  const schemaId = 'document_id' in input ? await findSchemaId(desk, input.document_id) : input.schema_id;
  const { name } = await getCurrentSchema(desk.database, schemaId);
  const before = await findTrial(desk, deploymentId, schemaId);
  if (before?.state === 'running') {
    // asked again because the answer was lost
    if (before.remote_schema_id === input.remote_schema_id) return before;
    throw new ProblemError('conflict', `The ID “${before.remote_schema_id}” is being tried for “${name}”. Wait until that is done.`);
  }
  if ('document_id' in input) await resume(desk, actor, deploymentId, input.document_id, input.remote_schema_id);
  else if (
    before?.document.name !== (await findSampleFile(desk, input.sample)) ||
    !(await resumeTrial(desk, actor, deploymentId, before, input))
  )
    await submitSample(desk, actor, input.sample, { id: input.id, deploymentId, schemaId, trialId: input.remote_schema_id });
  const begun = await findTrial(desk, deploymentId, schemaId);
  if (!begun) throw new ProblemError('not_found', 'The document of the trial does not exist; someone may have removed it.');
  return begun;
}

async function findTrial(desk: Desk, deploymentId: string, schemaId: string): Promise<SchemaTrial | undefined> {
  return (await listTrials(desk, deploymentId)).find((trial) => trial.schema_id === schemaId);
}

async function findSchemaId(desk: Desk, documentId: string): Promise<string> {
  const { schemaId } = await getDocumentRow(desk.database, documentId);
  if (schemaId === null) throw new ProblemError('conflict', 'Choose a schema for the document first.');
  return schemaId;
}

/** Tries another id with the sample of a trial that failed. False when the deployment does not have the sample. */
async function resumeTrial(desk: Desk, actor: Person, deploymentId: string, before: SchemaTrial, input: NewTrial): Promise<boolean> {
  if (before.state !== 'failed') return false;
  const [submission] = await desk.database.select().from(submissions).where(eq(submissions.documentId, before.document.id));
  if (!submission || findResumePoint(before.failure, { ...submission, jobId: null }) !== 'new_job') return false;
  await resume(desk, actor, deploymentId, before.document.id, input.remote_schema_id);
  return true;
}

async function resume(desk: Desk, actor: Person, deploymentId: string, documentId: string, trialId: string): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, documentId);
    const [submission] = await transaction.select().from(submissions).where(eq(submissions.documentId, documentId));
    const isTrial = submission?.trial?.run === submission?.run;
    const isThere = submission && findResumePoint(row.failure, { ...submission, jobId: null }) === 'new_job';
    const mayGoOn = row.state === 'unmapped' || (row.state === 'failed' && isTrial && isThere);
    if (submission?.deploymentId !== deploymentId || !mayGoOn)
      throw new ProblemError('conflict', 'Choose a document that waits for the ID of its schema at this deployment.');
    await resumeParked(desk, transaction, actor, [row], trialId);
  });
}
