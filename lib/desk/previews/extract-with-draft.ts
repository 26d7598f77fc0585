import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { readJobAnswer } from '#lib/deployment/read-job-answer.ts';
import { newId } from '#lib/platform/clock.ts';
import { isUuid } from '#lib/platform/is-uuid.ts';
import type { ConnectedDeployment, Desk } from '../context/desk.ts';
import { getDocumentRow } from '../documents/desk-document.ts';
import { submissions } from '../documents/tables.ts';
import { findRemoteSchemaId } from '../schemas/find-remote-schema-id.ts';

/** How long an extraction is waited for, and how long between two looks: the first, growing to the longest. */
const [LONGEST_MS, FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [60_000, 60, 1_000];
const CANCEL_MS = 5_000;

/** The deployment may be busy, or the document large. */
export class TookTooLongError extends ProblemError {
  override name = 'TookTooLongError';
}

/**
 * What the deployment of a document extracts with a draft. Nothing is saved there or here; what the schema has learned is used.
 * @param of.schemaId null for a schema that was never saved
 * @throws ProblemError `conflict` where the document is not at a deployment of ours that knows drafts, `not_found`, `extraction_failed` where nothing came of it or it took
 * too long, what `DeploymentError` says else
 */
export async function extractWithDraft(
  desk: Desk,
  of: { documentId: string; schemaId: string | null; draft: SchemaDraft },
  { signal, submitter }: { signal: AbortSignal; submitter: string },
): Promise<ExtractionResult> {
  const { documentId, schemaId, draft } = of;
  const row = await getDocumentRow(desk.database, documentId);
  const [submission] = await desk.database.select().from(submissions).where(eq(submissions.documentId, row.id));
  if (!submission?.remoteDocumentId) throw new ProblemError('conflict', 'This document was not sent to a document service yet.');
  const deployment = await desk.getDeployment(submission.deploymentId);
  const told = schemaId === null ? null : await findRemoteSchemaId(desk.database, deployment.id, schemaId);
  const known = [told, schemaId].find((id) => id !== null && isUuid(id));
  const job = await deployment.client
    .createPreviewJob({ documentId: submission.remoteDocumentId, schemaId: known ?? newId(), draft }, { signal, submitter })
    .catch((error) => {
      if (error instanceof ProblemError && error.code === 'method_not_allowed') {
        const message = `The document is at “${deployment.name}”. ${error.message}`;
        throw new ProblemError('conflict', message, { cause: error });
      }
      throw error;
    });
  try {
    const raw = await waitFor(deployment, job.id, signal);
    return readJobAnswer(raw, draft.fields).result;
  } catch (error) {
    // nobody waits for it any more, and others do
    await deployment.client.cancelExtractionJob(job.id, { signal: AbortSignal.timeout(CANCEL_MS) }).catch(() => undefined);
    throw error;
  }
}

async function waitFor({ client }: ConnectedDeployment, jobId: string, signal: AbortSignal): Promise<unknown> {
  const end = performance.now() + LONGEST_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.3)) {
    await sleep(pause, undefined, { signal });
    const job = await client.getExtractionJob(jobId, { signal });
    if (job.phase === 'failed' || job.phase === 'cancelled') {
      throw new ProblemError('extraction_failed', job.failure?.message ?? `The document service reports: ${job.status}.`);
    }
    if (job.phase !== 'running') return job.raw;
    if (performance.now() > end) {
      throw new TookTooLongError('extraction_failed', 'The document service took longer than a minute. It may be busy; try again later.');
    }
  }
}
