import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { readJobAnswer } from '#lib/deployment/read-job-answer.ts';
import type { ConnectedDeployment } from '../context/desk.ts';

/** How long between two looks: the first, growing to the longest. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [60, 1_000];
const CANCEL_MS = 5_000;

/** The deployment may be busy, or the document large. */
export class TookTooLongError extends ProblemError {
  override name = 'TookTooLongError';
}

/** `inTurn` makes each request; default: at once, or it is held. `longestMs`: how long an extraction is waited for. */
export type ExtractAtOptions = {
  signal: AbortSignal;
  submitter: string;
  longestMs: number;
  inTurn?: (<T>(request: () => Promise<T>) => Promise<T>) | undefined;
};

/**
 * What a deployment extracts with a draft from a document that it has. Nothing is saved there.
 * @param of.schemaId of what was learned that is used
 * @throws ProblemError `conflict` where the deployment knows no drafts, `extraction_failed` where nothing came of it, `TookTooLongError`, what `DeploymentError` says else
 */
export async function extractAt(
  deployment: ConnectedDeployment,
  of: { remoteDocumentId: string; schemaId: string; draft: SchemaDraft },
  options: ExtractAtOptions,
): Promise<ExtractionResult> {
  const { remoteDocumentId: documentId, schemaId, draft } = of;
  const { signal, submitter, inTurn = (request) => request() } = options;
  const create = () => deployment.client.createPreviewJob({ documentId, schemaId, draft }, { signal, submitter });
  const job = await inTurn(create).catch((error) => {
    if (error instanceof ProblemError && error.code === 'method_not_allowed') {
      const message = `The document is at “${deployment.name}”. ${error.message}`;
      throw new ProblemError('conflict', message, { cause: error });
    }
    throw error;
  });
  try {
    const raw = await waitFor(deployment, job.id, { ...options, inTurn });
    return readJobAnswer(raw, draft.fields).result;
  } catch (error) {
    // nobody waits for it any more, and others do
    await deployment.client.cancelExtractionJob(job.id, { signal: AbortSignal.timeout(CANCEL_MS) }).catch(() => undefined);
    throw error;
  }
}

type Waiting = ExtractAtOptions & { inTurn: NonNullable<ExtractAtOptions['inTurn']> };

async function waitFor({ client }: ConnectedDeployment, jobId: string, { signal, longestMs, inTurn }: Waiting): Promise<unknown> {
  const end = performance.now() + longestMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.3)) {
    await sleep(pause, undefined, { signal });
    const job = await inTurn(() => client.getExtractionJob(jobId, { signal }));
    if (job.phase === 'failed' || job.phase === 'cancelled') {
      throw new ProblemError('extraction_failed', job.failure?.message ?? `The document service reports: ${job.status}.`);
    }
    if (job.phase !== 'running') return job.raw;
    if (performance.now() > end) throw tookTooLong(longestMs);
  }
}

/** @param longestMs how long it was waited for */
export function tookTooLong(longestMs: number): TookTooLongError {
  const minutes = Math.round(longestMs / 60_000);
  const detail = `The document service took longer than ${minutes === 1 ? 'a minute' : `${minutes} minutes`}. It may be busy; try again later.`;
  return new TookTooLongError('extraction_failed', detail);
}
