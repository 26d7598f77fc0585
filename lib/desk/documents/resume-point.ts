import type { Failure } from '#lib/contract/problems/problem.ts';

/**
 * Where work on a document goes on: `send` its file, because the deployment does not have it or could not read it · `index`: look
 * how far its indexing is · `same_job`: look at the extraction that is under way there · `new_job`: have it extracted.
 */
export type ResumePoint = 'send' | 'index' | 'same_job' | 'new_job';

/** Failures of the way to the deployment and back: what is under way there knows nothing of them. */
const OF_THE_WAY = new Set([
  'deployment_refused',
  'deployment_unreachable',
  'rate_limited',
  'document_not_processed',
  'conflict',
  'unavailable',
  'internal_error',
  'answer_not_understood',
]);
/** The deployment does not have the document any more. */
const GONE = new Set(['document_unknown', 'not_found']);

/**
 * Where work goes on after a failure, by what the deployment is known to have: nothing is sent or begun twice. A retired deployment
 * goes on with what it has.
 * @param known.remoteDocumentId null = the deployment has no file of it
 * @param known.indexedAt null = its indexing was not seen to end
 * @param known.jobId of an extraction that is under way there; null = none is known
 */
export function findResumePoint(
  failure: Failure | null,
  known: { remoteDocumentId: string | null; indexedAt: Date | null; jobId: string | null },
): ResumePoint {
  const code = failure?.code ?? '';
  if (known.remoteDocumentId === null || GONE.has(code)) return 'send';
  // what ended its indexing was the file
  if (known.indexedAt === null) return failure === null || OF_THE_WAY.has(code) ? 'index' : 'send';
  return known.jobId !== null && OF_THE_WAY.has(code) ? 'same_job' : 'new_job';
}
