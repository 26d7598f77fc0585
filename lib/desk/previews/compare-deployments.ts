import { eq } from 'drizzle-orm';
import type { ComparedDocument } from '#lib/contract/desk/schemas/schema-preview.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { newId } from '#lib/platform/clock.ts';
import type { Actor, ConnectedDeployment, Desk } from '../context/desk.ts';
import { chooseDeployment } from '../deployments/choose-deployment.ts';
import { deployments } from '../deployments/tables.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { submissions } from '../documents/tables.ts';
import { isStrange } from './approved-here.ts';
import { atPace } from './at-pace.ts';
import { extractAt, tookTooLong } from './extract-at.ts';
import { extractWithDraft } from './extract-with-draft.ts';
import { requireMayDelete } from './send-copy.ts';
import { withCopy } from './with-copy.ts';

/** What was extracted, and by which version. */
export type Extracted = { schema: SchemaDraft; result: ExtractionResult };
export type Compared = { against: ComparedDocument['against']; before: Extracted; after: Extracted };

/** How long one document is waited for, with sending, reading and extracting it. */
const LONGEST_MS = 3 * 60_000;
/** Whose turns the work takes at the other deployment: one of its own, so that people's documents never wait behind it. */
const SUBMITTER = 'comparison';
/** What a deployment that is retired, takes no drafts, is gone or has a key that cannot be read is told with. */
const AT_FAULT = new Set<string>(['conflict', 'deployment_unreachable', 'deployment_refused']);

type Asked = { row: DocumentRow; draft: SchemaDraft; deploymentId: string; last: Extracted };

/**
 * What another deployment extracts from a document, and what its own does, both with the same draft. The file is sent there as a copy, which
 * is removed again. Neither uses what the schema has learned: the other one does not know it, and could not be told without learning from the
 * document itself. Of a document at a deployment that takes no drafts, what was extracted last is compared.
 * @param asked.last what was extracted last
 * @throws ProblemError `not_found`, `conflict` for a deployment that is unknown, retired, takes no drafts or has the document itself,
 * `deployment_refused` for a key that may not delete the copy again; `extra.deployment_id`
 * where the other deployment is at fault, not the document; else as `withCopy` and `extractAt`
 */
export async function compareDeployments(desk: Desk, actor: NonNullable<Actor>, asked: Asked, signal: AbortSignal): Promise<Compared> {
  const { row, draft, deploymentId, last } = asked;
  const [submission] = await desk.database
    .select({ deploymentId: deployments.id, remoteDocumentId: submissions.remoteDocumentId, isStrange: isStrange.mapWith(Boolean) })
    .from(submissions)
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .where(eq(submissions.documentId, row.id));
  if (!submission?.remoteDocumentId) throw new ProblemError('conflict', 'This document was not sent to a document service yet.');
  if (submission.deploymentId === deploymentId)
    throw new ProblemError('conflict', 'This document is at the document service to compare already.');
  const extra = { deployment_id: deploymentId };
  const other = await explained(deploymentId, async () => {
    // one that is unknown is at fault, a file that is missing is not
    const chosen = await chooseDeployment(desk, deploymentId).catch((error) => {
      throw error instanceof ProblemError ? new ProblemError(error.code, error.message, { extra, cause: error }) : error;
    });
    if (!chosen.embedded && !(await atPace(signal, chosen.client.isOurs))) {
      const detail = `“${chosen.name}” is not a document service of Countersign, so nothing can be tried there. Choose another one.`;
      throw new ProblemError('conflict', detail);
    }
    await requireMayDelete(chosen, signal);
    return chosen;
  });
  const { isStrange: takesNoDrafts } = submission;
  const stop = new AbortController();
  const late = AbortSignal.timeout(LONGEST_MS);
  const ended = AbortSignal.any([signal, stop.signal, late]);
  const inTurn = <T>(request: () => Promise<T>) => atPace(ended, request);
  const extractHere = async (): Promise<Extracted> => {
    if (takesNoDrafts) return last;
    const of = { documentId: row.id, schemaId: null, draft };
    return { schema: draft, result: await extractWithDraft(desk, of, { signal: ended, submitter: actor.id, inTurn }) };
  };
  const extractThere = async (): Promise<Extracted> => {
    const options = { signal: ended, submitter: SUBMITTER, longestMs: LONGEST_MS, inTurn };
    const work = async (remoteDocumentId: string) => extractAt(other, { remoteDocumentId, schemaId: newId(), draft }, options);
    const sent = { row, deployment: other, actor, submitter: SUBMITTER };
    return { schema: draft, result: await explained(deploymentId, () => withCopy(desk, sent, ended, work)) };
  };
  try {
    const [before, after] = await both(extractHere(), extractThere(), stop);
    return { against: takesNoDrafts ? 'extracted' : 'own_service', before, after };
  } catch (error) {
    throw late.aborted && !signal.aborted ? toldLate(other, error) : error;
  }
}

/** Waits until both have ended, so that nothing goes on afterwards; the first that fails ends the other. */
async function both<T>(one: Promise<T>, other: Promise<T>, stop: AbortController): Promise<[T, T]> {
  try {
    return await Promise.all([one, other]);
  } catch (error) {
    stop.abort(error);
    await Promise.allSettled([one, other]);
    throw error;
  }
}

function toldLate({ embedded, name }: ConnectedDeployment, cause: unknown): ProblemError {
  const detail = tookTooLong(LONGEST_MS).message;
  return new ProblemError('extraction_failed', embedded ? detail : detail.replace(/^The document service/, `“${name}”`), { cause });
}

/** Names a deployment that is at fault itself, and what can be done: every other document would fare like this one. */
async function explained<T>(deploymentId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const told = { extra: { deployment_id: deploymentId }, cause: error };
    if (!(error instanceof DeploymentError)) {
      throw error instanceof ProblemError && AT_FAULT.has(error.code) ? new ProblemError(error.code, error.message, told) : error;
    }
    const isItsOwn = error.trouble === 'refused' && error.code !== 'deployment_refused' && error.code !== 'method_not_allowed';
    if (isItsOwn) throw error;
    const message = `${error.message} An admin can test it under Settings, Deployments. Then compare again.`;
    throw new ProblemError(error.code, message, told);
  }
}
