import type { Failure } from '#lib/contract/problems/problem.ts';
import type { ConnectedDeployment } from '../context/desk.ts';
import type { Judgement, RefusedError } from './poll-remote-job.ts';

/** “Not indexed yet”: 409 Conflict, and 425 Too Early (RFC 8470). */
const TOO_EARLY = new Set([409, 425]);

/** The deployment does not accept the schema's id: the document waits for another. */
export const SCHEMA_REFUSED = 'schema_refused';

/** What a request of the interface is about. */
type Asked = {
  deployment: Pick<ConnectedDeployment, 'name' | 'embedded' | 'client'>;
  about: 'document' | 'job' | 'new_job';
  /** The document at the deployment. */
  remoteDocumentId: string | null;
  /** How long it may be unknown; see `PollSettings`. */
  unknownMs: number;
};

/**
 * What it means that a deployment refuses: it does not know the document or the job yet, or no longer.
 * @param waitedMs the pauses since its last answer
 */
export async function judgeRefusal(asked: Asked, error: RefusedError, waitedMs: number): Promise<Judgement> {
  const { deployment, about, remoteDocumentId, unknownMs } = asked;
  if (error.remoteStatus === undefined || error.remoteStatus === null) return {};
  if (about === 'new_job' && TOO_EARLY.has(error.remoteStatus)) return { isNotYet: true };
  const refusesSchema = error.isOfSchema ? { failure: { code: SCHEMA_REFUSED, message: error.message } } : {};
  if (error.remoteStatus !== 404) return refusesSchema;
  if (!deployment.embedded && waitedMs < unknownMs) return { isNotYet: true };
  if (about === 'job') return { failure: jobUnknown(deployment.name) };
  if (about === 'document') return { failure: documentUnknown(deployment.name) };
  return (await isKnown(deployment, remoteDocumentId)) ? refusesSchema : { failure: documentUnknown(deployment.name) };
}

/** False only when the deployment says so. */
async function isKnown({ client }: Asked['deployment'], remoteDocumentId: string | null): Promise<boolean> {
  return client.getDocument(remoteDocumentId ?? '').then(
    () => true,
    (error: Partial<RefusedError>) => error.remoteStatus !== 404,
  );
}

function documentUnknown(name: string): Failure {
  return { code: 'document_unknown', message: `“${name}” no longer knows this document. “Try again” sends the file once more.` };
}

function jobUnknown(name: string): Failure {
  return {
    code: 'job_unknown',
    message: `“${name}” no longer knows this job. “Try again” starts another one. The file is not sent again.`,
  };
}
