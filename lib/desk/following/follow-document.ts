import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { DocumentTrouble } from '#lib/contract/desk/deployment.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { now } from '#lib/platform/clock.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import { watchClass } from '../classification/watch-class.ts';
import type { Desk, FollowJob } from '../context/desk.ts';
import { sendFollow } from '../context/send-follow.ts';
import { documents, submissions } from '../documents/tables.ts';
import type { Followed } from '../jobs/followed.ts';
import { noteHandedOver } from '../jobs/note-handed-over.ts';
import { pauseAfter, pauseAfterTrouble, pauseNear, waitedFor } from '../jobs/pace.ts';
import { failDocument } from './fail-document.ts';
import { sendFile } from './send-file.ts';
import { watchIndexing } from './watch-indexing.ts';
import { watchJob } from './watch-job.ts';

/** Said when repeating could do the work twice, which only a person may decide. */
const UNSURE = {
  file: 'The document service received the whole file but sent no response that the desk understands, so it may already have the document. “Try again” sends the file once more.',
  job: 'The document service received the extraction request but sent no response that the desk understands, so the job may be running there. “Try again” starts another one.',
};

/** A file that so often, and with no other beside it, was what the embedded service got before the connection broke is not sent again. */
const MOST_CUT_OFFS = 2;
const CUT_OFF =
  'The document service closed the connection twice after receiving this file, so the file is not sent again automatically. Save the file again and add the new copy, or ask the operator of the service to check its log.';

/** How long a file waits for its turn before it asks again. */
const HELD_MS = 1_000;

/** A longer wait is left to the queue: a program that ends does not wait for it. */
const LONGEST_NAP_MS = 1_000;

export type FollowSettings = {
  /** Called round every request to a deployment: limits how many run at a time. */
  gate: (deploymentId: string) => <T>(work: () => Promise<T>) => Promise<T>;
  /** Stay with the document for so long instead of going back to the queue (whose pace is 0.5 s); asked before each wait. */
  stayMs: () => number;
  /**
   * No news, or no answer, for so long: the document fails, and can be tried again. Counted in waits between looks, so that
   * neither an outage here nor a clock that jumps is any part of it.
   */
  giveUpMs: number;
  /** The same for the embedded service, which settles every document it has by itself, however long the queue before it. */
  giveUpNearMs: number;
};

const STEPS = { received: sendFile, indexing: watchIndexing, classifying: watchClass, extracting: watchJob };

/**
 * Follows a document up at its deployment: sends the file, asks until it is indexed, has its kind found where nobody chose a
 * schema, has it extracted, stores the answer.
 * Each step writes what it learned before the next one, so that it may be cut off and repeated anywhere: sending and job
 * creation carry idempotency keys, and writes of an older run than the present one are dropped.
 */
export async function followDocument(desk: Desk, job: QueueJob<FollowJob>, settings: FollowSettings): Promise<Again | undefined> {
  const { documentId, run, rescue } = job.data;
  if (rescue) {
    await sendFollow(desk, { documentId, run });
    return undefined;
  }
  const arrivedAt = Date.now();
  for (;;) {
    const followed = await findFollowed(desk, job);
    if (!followed) return undefined;
    const outcome = await takeStep(desk, followed, settings);
    if (outcome === 'done' || outcome === undefined) return undefined;
    if (outcome === 'next') continue;
    const pause = await notePace(desk, followed, outcome.news, outcome.pause);
    const isLong = pause > LONGEST_NAP_MS || Date.now() + pause - arrivedAt > settings.stayMs();
    if (isLong) return { againInMs: pause };
    await sleep(pause, undefined, { signal: job.signal });
  }
}

async function findFollowed(desk: Desk, job: QueueJob<FollowJob>): Promise<Followed | null> {
  const { documentId, run } = job.data;
  const [found] = await desk.database
    .select({ row: documents, submission: submissions })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .where(eq(documents.id, documentId));
  if (!found || found.submission.run !== run || !(found.row.state in STEPS)) return null;
  try {
    return { ...found, deployment: await desk.getDeployment(found.submission.deploymentId), signal: job.signal };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    await failDocument(desk, job.data, { code: error.code, message: error.message });
    return null;
  }
}

async function takeStep(
  desk: Desk,
  followed: Followed,
  settings: FollowSettings,
): Promise<'done' | 'next' | { news: boolean; pause?: number }> {
  const { row, submission, deployment, signal } = followed;
  const step = STEPS[row.state as keyof typeof STEPS];
  const of = { documentId: row.id, run: submission.run };
  try {
    const asked = await settings.gate(deployment.id)(() => step(desk, followed));
    const outcome = typeof asked === 'function' ? await asked() : asked;
    if (outcome === 'held') return { news: false, pause: HELD_MS };
    if (row.trouble) await noteTrouble(desk, row.id, null);
    if (outcome === 'done' || outcome === 'next') return outcome;
    if (outcome === 'same' && isSilent(followed, settings)) {
      const message = `The document service has reported nothing new for ${Math.round(giveUpMs(followed, settings) / 60_000)} minutes. Try again, or ask its operator.`;
      await failDocument(desk, of, { code: 'document_not_processed', message });
      return 'done';
    }
    return { news: outcome === 'news' };
  } catch (error) {
    if (signal.aborted || findOutage(error) || !(error instanceof ProblemError)) throw error;
    const {
      temporary = false,
      retryAfterMs = null,
      unsure = false,
      cutOff = false,
      sentAlone = false,
    } = error as ProblemError & Partial<DeploymentError>;
    if (unsure && !(await deployment.client.isOurs().catch(() => false))) {
      await failDocument(desk, of, { code: 'sending_unsure', message: UNSURE[row.state === 'received' ? 'file' : 'job'] });
      return 'done';
    }
    if (error.code !== 'sending_unsure' && submission.handedOverAt) await noteHandedOver(desk, followed, null);
    const known = row.trouble?.cut_offs;
    const cutOffs = cutOff ? (known ?? 0) + (sentAlone ? 1 : 0) : known;
    if (cutOffs !== undefined && cutOffs >= MOST_CUT_OFFS) {
      await failDocument(desk, of, { code: 'reading_crashed', message: CUT_OFF });
      return 'done';
    }
    // the same file or job is being taken right now, by a request of ours that was cut off here but not there
    const busy = error.code === 'idempotency_conflict';
    const waited = row.trouble?.waited_ms ?? 0;
    // the embedded service is started again whenever it ends: what it cannot do now is no fault of the document
    if (!(temporary || busy) || (!deployment.embedded && waited > settings.giveUpMs)) {
      await failDocument(desk, of, { code: error.code, message: error.message });
      return 'done';
    }
    desk.log.debug('a deployment did not answer; the document is asked for again', { document: row.id, error });
    const attempts = (row.trouble?.attempts ?? 0) + 1;
    const pause = Math.max(retryAfterMs ?? 0, pauseAfterTrouble(attempts - 1));
    const trouble = {
      code: error.code,
      message: error.message,
      attempts,
      next_at: new Date(Date.now() + pause).toISOString(),
      waited_ms: waited + pause,
      ...(cutOffs !== undefined && { cut_offs: cutOffs }),
    };
    await noteTrouble(desk, row.id, trouble);
    return { news: false, pause };
  }
}

/** What holds the document up, shown in the list; null when nothing does any more. */
async function noteTrouble(desk: Desk, id: string, trouble: DocumentTrouble | null): Promise<void> {
  await desk.database.update(documents).set({ trouble, updatedAt: now() }).where(eq(documents.id, id));
}

const paceOf = ({ deployment }: Followed) => (deployment.embedded ? pauseNear : pauseAfter);
const giveUpMs = ({ deployment }: Followed, settings: FollowSettings) => (deployment.embedded ? settings.giveUpNearMs : settings.giveUpMs);

function isSilent(followed: Followed, settings: FollowSettings): boolean {
  return waitedFor(followed.submission.looks, paceOf(followed)) > giveUpMs(followed, settings);
}

/** Counts the look, if there was an answer, and says how long to wait for the next one. */
async function notePace(desk: Desk, followed: Followed, news: boolean, pause?: number): Promise<number> {
  const { row, submission } = followed;
  if (pause !== undefined) return pause;
  await desk.database
    .update(submissions)
    .set(news ? { looks: 0, stepAt: now() } : { looks: sql`${submissions.looks} + 1` })
    .where(and(eq(submissions.documentId, row.id), eq(submissions.run, submission.run)));
  return paceOf(followed)(news ? 0 : submission.looks);
}
