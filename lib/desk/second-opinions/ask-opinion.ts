import { eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { HeldError } from '#lib/deployment/pace.ts';
import { type OpinionFields, opinionFields } from '#lib/document/review/opinion-fields.ts';
import { newId } from '#lib/platform/clock.ts';
import { withLock } from '#lib/platform/database/with-lock.ts';
import { isUuid } from '#lib/platform/is-uuid.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import type { ConnectedDeployment, Desk, OpinionJob } from '../context/desk.ts';
import { chooseDeployment } from '../deployments/choose-deployment.ts';
import { removeKeptCopies } from '../documents/copies/send-copy-removal.ts';
import { documents } from '../documents/tables.ts';
import { findReading } from '../jobs/find-reading.ts';
import { isForGood } from '../learning/tell-later.ts';
import { atPace } from '../previews/at-pace.ts';
import { extractAt, TookTooLongError, tookTooLong } from '../previews/extract-at.ts';
import { deploySchema } from '../schemas/deploy-schema.ts';
import { findRemoteSchemaId } from '../schemas/find-remote-schema-id.ts';
import { type Asked, findAsked, findStillAsked } from './find-asked.ts';
import { keepCopy, MOST_HELD_MS, SUBMITTER } from './keep-copy.ts';
import { settleOpinion } from './settle-opinion.ts';

type AskJob = Exclude<OpinionJob, { schemaId: string }>;

/** One try, with sending, reading and extracting. Less than nothing that was sent takes to be settled. */
const LONGEST_MS = 5 * 60_000;
/** A deployment that takes no requests for so long gives no opinion for now. */
const MOST_HELD_IN_ALL_MS = 2 * 60_000;
/** So long after the first try a deployment that gives no opinion is tried again. */
const TRIED_MS = 6 * 60 * 60_000;
/** So long after it met another job that asks about the same document a job comes again. */
const BUSY_MS = 5_000;
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [30_000, 30 * 60_000];

/**
 * Asks a deployment of ours for the second opinion that a document waits for: sends it a copy of the file, unless it has one, and has it extract
 * with what approvals taught it. What goes wrong is said at the document at once, and tried again for some hours.
 * @param pauseScale by how much the pauses are shorter, for tests
 */
export async function askOpinion(desk: Desk, job: QueueJob<AskJob>, pauseScale = 1): Promise<Again | undefined> {
  const asking = await withLock(desk.database, 'opinions', job.data.documentId, () => askAlone(desk, job, pauseScale));
  return asking ? asking.result : { againInMs: BUSY_MS };
}

async function askAlone(desk: Desk, job: QueueJob<AskJob>, pauseScale: number): Promise<Again | undefined> {
  const asked = await findFor(desk, job.data);
  if (!asked) return undefined;
  const late = AbortSignal.timeout(LONGEST_MS);
  const signal = AbortSignal.any([job.signal, late]);
  try {
    const fields = await ask(desk, asked, signal);
    if (fields) await settleOpinion(desk, asked, { state: 'done', fields });
    return undefined;
  } catch (error) {
    if (job.signal.aborted || findOutage(error)) throw error;
    const problem = late.aborted ? tookTooLong(LONGEST_MS) : error;
    if (!(problem instanceof ProblemError || problem instanceof HeldError)) throw problem;
    const isHeld = problem instanceof HeldError;
    if (!isHeld || job.waitedMs > MOST_HELD_IN_ALL_MS) await settleOpinion(desk, asked, { state: 'failed', message: problem.message });
    const mayPass = isHeld || problem instanceof TookTooLongError || problem instanceof DeploymentError;
    if (!mayPass || isForGood(problem) || job.waitedMs > TRIED_MS) return undefined;
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, job.waitedMs / 2)) * (0.75 + Math.random() / 2);
    return { againInMs: Math.round(isHeld ? problem.waitMs : pause * pauseScale) };
  }
}

/** Says at a document that asking about it was interrupted again and again. */
export async function giveUpAsking(desk: Desk, data: AskJob): Promise<void> {
  const asked = await findFor(desk, data);
  const message =
    'Asking for it was interrupted repeatedly. Extract the document again to try once more; if that does not help, check the log.';
  if (asked) await settleOpinion(desk, asked, { state: 'failed', message });
}

/** What a job is to ask for; null where that is nothing any more. Another answer, or another deployment, has a job of its own. */
async function findFor(desk: Desk, { documentId, deploymentId, answerAt }: AskJob): Promise<Asked | null> {
  const asked = await findAsked(desk.database, documentId);
  return asked?.opinion.deploymentId === deploymentId && asked.opinion.answerAt.toISOString() === answerAt ? asked : null;
}

/** @returns null where it is not wanted any more */
async function ask(desk: Desk, asked: Asked, signal: AbortSignal): Promise<OpinionFields | null> {
  const { opinion, schema } = asked;
  const inTurn = <T>(request: () => Promise<T>) => atPace(signal, request, MOST_HELD_MS);
  const deployment = await chooseOurs(desk, opinion.deploymentId, inTurn);
  // that one may have been waited for
  const still = await findStillAsked(desk.database, asked);
  if (!still) return null;
  const told = await findRemoteSchemaId(desk.database, deployment.id, schema.id);
  // before there is anything to learn from: it learns under the schema's id, and must know that
  if (told === null) await inTurn(() => deploySchema(desk.database, deployment, schema));
  let remoteDocumentId = await keepCopy(desk, asked, deployment, signal);
  // nobody looks at values any more that are approved
  if (remoteDocumentId === null || still.row.state === 'approved') return remoteDocumentId === null ? null : {};
  const schemaId = [told, schema.id].find((id) => id !== null && isUuid(id)) ?? newId();
  const { name, description, fields, rules } = schema;
  const draft: SchemaDraft = { name, description, fields, rules };
  // one that is begun is not given up for being held: the next would be too
  const patient = <T>(request: () => Promise<T>) => atPace(signal, request);
  const options = { signal, submitter: SUBMITTER, longestMs: LONGEST_MS, inTurn: patient };
  for (let isAgain = false; ; isAgain = true) {
    try {
      const answer = await extractAt(deployment, { remoteDocumentId, schemaId, draft }, options);
      const reading = await findReading(desk, { row: still.row, signal });
      return opinionFields(answer, reading?.pages);
    } catch (error) {
      if (isAgain || !(error instanceof DeploymentError && error.code === 'not_found')) throw error;
      await replaceLost(desk, still.row.id);
      remoteDocumentId = await keepCopy(desk, asked, deployment, signal);
      if (remoteDocumentId === null) return null;
    }
  }
}

/**
 * The deployment does not know the copy any more. The next one is sent as another: the key of this one may still be known there. What something
 * in between says that knows nothing does no harm: this one is looked for and deleted.
 */
async function replaceLost(desk: Desk, documentId: string): Promise<void> {
  desk.log.warn('a deployment that gives second opinions has lost a copy', { document: documentId });
  await desk.database.transaction(async (transaction) => {
    await transaction.select({ id: documents.id }).from(documents).where(eq(documents.id, documentId)).for('no key update');
    await removeKeptCopies(desk, transaction, [documentId]);
  });
}

/** @throws ProblemError `not_found`, `conflict` for one that is unknown, retired or not ours */
async function chooseOurs(
  desk: Desk,
  id: string,
  inTurn: (request: () => Promise<boolean>) => Promise<boolean>,
): Promise<ConnectedDeployment> {
  const chosen = await chooseDeployment(desk, id).catch((error) => {
    if (!(error instanceof ProblemError) || error instanceof DeploymentError) throw error;
    const advice = 'An admin can choose another one for second opinions under Settings, Approval and quality.';
    const message =
      error.code === 'not_found' ? `The document service that was to be asked was removed. ${advice}` : `${error.message} ${advice}`;
    throw new ProblemError(error.code, message.replace('Choose another deployment. ', ''), { cause: error });
  });
  if (!chosen.embedded && !(await inTurn(chosen.client.isOurs))) {
    throw new ProblemError('conflict', `“${chosen.name}” is not a document service of Countersign, so it has learned nothing.`);
  }
  return chosen;
}
