import { eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { readJobAnswer } from '#lib/deployment/read-job-answer.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { withSpan } from '#lib/platform/tracing/tracer.ts';
import type { Desk } from '../context/desk.ts';
import { recordReliably } from '../context/record-reliably.ts';
import { findTrialId } from '../documents/find-unmapped.ts';
import { parkDocument } from '../documents/park-document.ts';
import { recordRemoteId } from '../documents/remote-jobs.ts';
import { documents } from '../documents/tables.ts';
import type { Followed } from '../jobs/followed.ts';
import { lockRun } from '../jobs/lock-run.ts';
import type { RefusedError, Rest, StepOutcome } from '../jobs/poll-remote-job.ts';
import { recordAnswer } from '../jobs/record-answer.ts';
import { submitOnce } from '../jobs/submit-once.ts';
import { deploySchema } from '../schemas/deploy-schema.ts';
import { findRemoteSchemaId } from '../schemas/find-remote-schema-id.ts';
import { findNewestSchema, findSchemaVersion } from '../schemas/schema-row.ts';
import { failDocument } from './fail-document.ts';
import { groundAnswer } from './ground-answer.ts';
import { storeAnswer } from './store-answer.ts';

/** Has a document extracted, or looks once whether that is done. `extracting` becomes `to_review`. */
export async function pollJob(desk: Desk, followed: Followed): Promise<StepOutcome | Rest> {
  const { row, submission, deployment, signal } = followed;
  const of = { documentId: row.id, run: submission.run };
  if (followed.job.remoteId === null) return createJob(desk, followed);
  const job = await deployment.client.getExtractionJob(followed.job.remoteId, { signal });
  if (job.phase === 'running') return recordAnswer(desk, followed, job);
  if (job.phase === 'failed' || job.phase === 'cancelled') {
    const failure = job.failure ?? { code: 'extraction_failed', message: `The document service reports: ${job.status}.` };
    await failDocument(desk, of, { ...failure, code: failure.code === 'remote' ? 'extraction_failed' : failure.code });
    return 'done';
  }
  const schema = await findSchemaVersion(desk.database, row.schemaId ?? '', row.schemaVersion ?? 0);
  if (!schema) {
    await failDocument(desk, of, { code: 'not_found', message: 'The schema of this document was removed. Choose another one.' });
    return 'done';
  }
  const answer = readJobAnswer(job.raw, schema.fields, (field, text) => parseValue(field.type, text, {}, field.enum) ?? undefined);
  const attributes = { 'countersign.document.id': row.id };
  return () =>
    withSpan('store answer', { kind: 'internal', attributes }, async (): Promise<StepOutcome> => {
      const result = await groundAnswer(desk, followed, schema, answer.result);
      await storeAnswer(desk, of, { schema, jobId: job.id, raw: job.raw, unfitting: answer.unfitting, notice: job.notice, result });
      return 'done';
    });
}

async function createJob(desk: Desk, followed: Followed): Promise<StepOutcome> {
  const { row, submission, deployment, signal } = followed;
  const schema = await findNewestSchema(desk.database, row.schemaId ?? '');
  if (!schema) throw new ProblemError('not_found', 'The schema of this document was removed. Choose another one.');
  const ours = deployment.embedded || (deployment.ours ?? (await deployment.client.isOurs()));
  const told = deployment.embedded
    ? null
    : (findTrialId(submission) ?? (await findRemoteSchemaId(desk.database, deployment.id, schema.id)));
  if (!ours && told === null) {
    await parkDocument(desk, { documentId: row.id, run: submission.run }, { ...deployment, ours });
    return 'done';
  }
  const schemaId = told ?? schema.id;
  const create = () =>
    deployment.client.createExtractionJob(
      { documentId: submission.remoteDocumentId ?? '', schemaId, idempotencyKey: `${row.id}.extraction.${submission.run}` },
      { signal, submitter: row.createdById ?? undefined },
    );
  if (told === null) await deploySchema(desk.database, deployment, schema);
  const createKnown = async (error: unknown) => {
    if (!(error instanceof ProblemError) || !['not_found', 'invalid_request'].includes(error.code)) throw error;
    if (told !== null) throw explainSchema(error, followed, schema, told);
    // the deployment may have lost the schema we once gave it
    if (!(await deploySchema(desk.database, deployment, schema, { anew: true }))) throw error;
    return create();
  };
  const job = await submitOnce(desk, followed, () => create().catch(createKnown));
  const isSameVersion = row.schemaVersion === schema.version && row.schemaName === schema.name;
  const recordWithVersion = async (transaction: Transaction) => {
    const locked = await lockRun(transaction, { documentId: row.id, run: submission.run });
    if (!locked) return;
    await recordRemoteId(transaction, followed.job, job.id);
    const columns = { schemaVersion: schema.version, schemaName: schema.name, updatedAt: now() };
    await transaction.update(documents).set(columns).where(eq(documents.id, row.id));
  };
  const record = async () => {
    // the job is of this run alone: where a newer one was asked for, nobody looks at it any more
    if (isSameVersion) await recordRemoteId(desk.database, followed.job, job.id);
    else await desk.database.transaction(recordWithVersion);
  };
  await recordReliably(record, signal);
  followed.job.remoteId = job.id;
  return 'news';
}

/** Says that a remote deployment does not accept the id that a person gave for the schema. Errors about anything else stay as they are. */
function explainSchema(error: RefusedError, { deployment }: Followed, schema: Schema, told: string): ProblemError {
  const { remoteStatus } = error;
  const said = error.said || error.message;
  if (remoteStatus !== 404 && !/schema/i.test(said)) return error;
  const detail = `“${deployment.name}” does not accept the ID “${told}” for the schema “${schema.name}”. It says: ${said}`;
  return Object.assign(new ProblemError('invalid_request', detail, { cause: error }), { remoteStatus, isOfSchema: true });
}
