import { and, eq, inArray, sql } from 'drizzle-orm';
import { IN_FLIGHT_STATES } from '#lib/contract/desk/groups-of-states.ts';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { now } from '#lib/platform/clock.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import { pollClass } from '../classification/poll-class.ts';
import type { ConnectedDeployment, Desk, FollowJob } from '../context/desk.ts';
import { sendFollow } from '../context/send-follow.ts';
import { parkDocument } from '../documents/park-document.ts';
import { beginRemoteJob, type DocumentJobKey, findRemoteJob } from '../documents/remote-jobs.ts';
import { documents, remoteJobs, submissions } from '../documents/tables.ts';
import { connect } from '../jobs/connect.ts';
import type { Followed } from '../jobs/followed.ts';
import { judgeRefusal, SCHEMA_REFUSED } from '../jobs/judge-refusal.ts';
import { pollRemoteJob, type RemoteWork, type Rest, type StepOutcome } from '../jobs/poll-remote-job.ts';
import type { PollSettings } from '../jobs/poll-settings.ts';
import { failDocument } from './fail-document.ts';
import { pollIndexing } from './poll-indexing.ts';
import { pollJob } from './poll-job.ts';
import { sendFile } from './send-file.ts';

/** Said when repeating could do the work twice, which only a person may decide. */
const UNSURE = {
  file: 'The document service received the whole file but sent no response that the desk understands, so it may already have the document. “Try again” sends the file once more.',
  job: 'The document service received the extraction request but sent no response that the desk understands, so the job may be running there. “Try again” starts another one.',
};

/** A file that so often, and with no other beside it, was what the embedded service got before the connection broke is not sent again. */
const MOST_CUT_OFFS = 2;
const CUT_OFF: Failure = {
  code: 'reading_crashed',
  message:
    'The document service closed the connection twice after receiving this file, so the file is not sent again automatically. Save the file again and add the new copy, or ask the operator of the service to check its log.',
};

/** How long another program that hands something over may still be waiting for the answer: the limit of an upload's answer, and some. */
const AWAITED_MS = 150_000;

/** What a document waits for in each of its states. */
const STEPS: Record<string, { kind: DocumentJobKey['kind']; step: (desk: Desk, followed: Followed) => Promise<StepOutcome | Rest> }> = {
  received: { kind: 'document', step: sendFile },
  indexing: { kind: 'document', step: pollIndexing },
  classifying: { kind: 'classification', step: pollClass },
  extracting: { kind: 'extraction', step: pollJob },
};

/**
 * Brings a document to where its deployment is: sends the file, polls until it is indexed, has its kind found where nobody
 * chose a schema, has it extracted, stores the answer. Writes of an older run than the present one are dropped.
 */
export async function syncDocument(desk: Desk, job: QueueJob<FollowJob>, settings: PollSettings): Promise<Again | undefined> {
  const { documentId, run, rescue } = job.data;
  if (!rescue) return pollRemoteJob(desk, job, () => findWork(desk, job, settings), settings);
  if (await isUnderWay(desk, { documentId, run })) await sendFollow(desk, { documentId, run });
  return undefined;
}

/** Of most documents the work is long over when somebody looks after them. */
async function isUnderWay(desk: Desk, { documentId, run }: { documentId: string; run: number }): Promise<boolean> {
  const found = await desk.database
    .select({ id: documents.id })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .where(and(eq(documents.id, documentId), inArray(documents.state, IN_FLIGHT_STATES), eq(submissions.run, run)));
  return found.length > 0;
}

async function findWork(desk: Desk, { data, signal }: QueueJob<FollowJob>, settings: PollSettings): Promise<RemoteWork | null> {
  const { documentId, run } = data;
  const kind = sql`case ${documents.state} when 'classifying' then 'classification' when 'extracting' then 'extraction' else 'document' end`;
  const runOfJob = sql`case when ${kind} = 'document' then ${submissions.sending} else ${submissions.run} end`;
  const [found] = await desk.database
    .select({ row: documents, submission: submissions, known: remoteJobs })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .leftJoin(remoteJobs, and(eq(remoteJobs.documentId, documents.id), eq(remoteJobs.kind, kind), eq(remoteJobs.run, runOfJob)))
    .where(eq(documents.id, documentId));
  const next = found && found.submission.run === run ? STEPS[found.row.state] : undefined;
  if (!found || !next) return null;
  const { row, submission } = found;
  const deployment = await connect(desk, submission.deploymentId, (failure) => failDocument(desk, data, failure));
  if (!deployment) return null;
  const fail = async (failure: Failure) =>
    failure.code === SCHEMA_REFUSED ? parkDocument(desk, data, deployment, failure) : failDocument(desk, data, failure);
  const key = { kind: next.kind, documentId, run: next.kind === 'document' ? submission.sending : run };
  const begin = () => beginRemoteJob(desk.database, key, deployment.id);
  const job = found.known ?? (await begin()) ?? (await findRemoteJob(desk.database, key));
  if (!job) return null;
  const isRepeatable = async () => deployment.embedded || deployment.client.isOurs();
  const followed: Followed = { row, submission, job, deployment, signal, isRepeatable, awaitedMs: AWAITED_MS };
  return {
    ...followed,
    step: () => next.step(desk, followed),
    isSubmitted: next.kind === 'document' ? row.state === 'indexing' : job.remoteId !== null,
    remoteId: () => (next.kind === 'document' ? submission.remoteDocumentId : job.remoteId),
    fail,
    limits: limitsFor(deployment, settings),
    messages: { unsure: UNSURE[row.state === 'received' ? 'file' : 'job'], silent: silentFor(deployment, settings) },
    trouble: row.trouble,
    recordTrouble: async (trouble) => {
      await desk.database.update(documents).set({ trouble, updatedAt: now() }).where(eq(documents.id, documentId));
    },
    judge: (error, waitedMs) => {
      const about = next.kind === 'document' ? 'document' : job.remoteId === null ? 'new_job' : 'job';
      return judgeRefusal(
        { deployment, about, remoteDocumentId: submission.remoteDocumentId, unknownMs: settings.unknownMs },
        error,
        waitedMs,
      );
    },
    cutOffs: { most: MOST_CUT_OFFS, failure: CUT_OFF },
  };
}

const silentMsOf = ({ embedded }: ConnectedDeployment, settings: PollSettings) => (embedded ? settings.giveUpNearMs : settings.giveUpMs);

function limitsFor(deployment: ConnectedDeployment, settings: PollSettings): RemoteWork['limits'] {
  // the embedded service is started again whenever it ends: what it cannot do now is no fault of the document
  const unansweredMs = deployment.embedded ? Number.POSITIVE_INFINITY : settings.giveUpMs;
  return { silentMs: silentMsOf(deployment, settings), unansweredMs };
}

function silentFor(deployment: ConnectedDeployment, settings: PollSettings): string {
  const minutes = Math.round(silentMsOf(deployment, settings) / 60_000);
  return `The document service has reported nothing new for ${minutes} minutes. Try again, or ask its operator.`;
}
