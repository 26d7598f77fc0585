import type { Queue } from '#lib/platform/queue/queue.ts';
import {
  COUNT_QUEUE,
  type CountJob,
  type Desk,
  FOLLOW_QUEUE,
  type FollowJob,
  LEARN_QUEUE,
  type LearnJob,
  MAIL_QUEUE,
  MAINTAIN_QUEUE,
  type MailJob,
  NIGHTLY_QUEUE,
  type NightlyJob,
  OPINION_QUEUE,
  type OpinionJob,
  READ_QUEUE,
  REMOVE_QUEUE,
  type ReadJob,
  type RemoveCopyJob,
  type RemoveJob,
  SPLIT_QUEUE,
  type SplitJob,
  SUMMARY_QUEUE,
  type SummaryJob,
  TEACH_QUEUE,
  type TeachJob,
} from './context/desk.ts';
import { removeBytes } from './documents/operations/remove-document.ts';
import { failDocument } from './following/fail-document.ts';
import { giveUpReading, readDocument } from './following/read-document.ts';
import { syncDocument } from './following/sync-document.ts';
import { giveUpMail, sendInboxMail } from './inbox/send-inbox-mail.ts';
import { countDocument } from './insights/count-document.ts';
import { countRest } from './insights/count-rest.ts';
import { forgetFormerPeople } from './insights/operations/forget-former-people.ts';
import { giveUpLearning, learnSchema } from './jobs/learn-schema.ts';
import { createPollSettings, type PollSettings } from './jobs/poll-settings.ts';
import { teachDocument } from './learning/teach-document.ts';
import { teachSchema } from './learning/teach-schema.ts';
import { removeCopy } from './previews/remove-copy.ts';
import { runNightlyCheck } from './previews/run-nightly-check.ts';
import { maintainQueues } from './queues/maintain-queues.ts';
import { recountFlags } from './review/recount-flags.ts';
import { askOpinion, giveUpAsking } from './second-opinions/ask-opinion.ts';
import { endOpinions } from './second-opinions/end-opinions.ts';
import { detectBoundaries, giveUpDetecting } from './splitting/detect-boundaries.ts';
import { getSummary } from './summaries/get-summary.ts';
import { failSummary } from './summaries/settle-summary.ts';

/** Documents followed up at a time. */
const FOLLOWED = 32;
/** With no more documents under way than this, the worker stays with each for a while instead of asking at the queue's pace. */
const FEW = 16;
const STAY_MS = 30_000;
/** Summaries waited for at a time; the deprecated endpoint holds its place for minutes. */
const SUMMARIES = 4;
/** Second opinions asked for at a time; one that does not come holds its place for minutes. */
const OPINIONS = 2;
/** Removals at a time, and one more while copies at one deployment have all places: one that does not answer holds nothing else up. */
const REMOVED = 2;
/** Deployments told at a time of what was approved; one that does not answer holds its place for half a minute. */
const TAUGHT = 4;

/**
 * Takes jobs of all queues of the desk, until the queue is drained or closed.
 * @param options.isEnding true from when no job may keep its place only to wait
 */
export function workOnQueues(options: { desk: Desk; queue: Queue; isEnding: () => boolean; settings?: Partial<PollSettings> }): void {
  const { desk, queue, isEnding } = options;
  let running = 0;
  const settings = createPollSettings({
    stayMs: () => (isEnding() || running > FEW ? 0 : STAY_MS),
    settled: queue.settled,
    ...options.settings,
  });
  // these share few places in their queues, so that none keeps one while it waits
  const passing: PollSettings = { ...settings, stayMs: () => 0 };
  queue.work<FollowJob>(FOLLOW_QUEUE, { concurrency: FOLLOWED }, async (job) => {
    running += 1;
    try {
      // alone, it must not keep others waiting
      return await syncDocument(desk, job, job.deaths > 0 ? passing : settings);
    } finally {
      running -= 1;
    }
  });
  queue.work<FollowJob>(`${FOLLOW_QUEUE}.dead`, { concurrency: 1 }, async (job) => {
    const message = 'Processing this document was interrupted repeatedly. Try again; if that does not help, check the log.';
    await failDocument(desk, job.data, { code: 'internal_error', message });
    return undefined;
  });
  queue.work<ReadJob>(READ_QUEUE, { concurrency: desk.config.reading.processes }, async (job) => {
    await readDocument(desk, job);
    return undefined;
  });
  queue.work<ReadJob>(`${READ_QUEUE}.dead`, { concurrency: 1 }, async (job) => {
    await giveUpReading(desk, job);
    return undefined;
  });
  queue.work<SummaryJob>(SUMMARY_QUEUE, { concurrency: SUMMARIES }, (job) => getSummary(desk, job, passing));
  queue.work<SummaryJob>(`${SUMMARY_QUEUE}.dead`, { concurrency: 1 }, async (job) => {
    const message = 'Getting the summary failed repeatedly. Try again; if that does not help, check the log.';
    await failSummary(desk, job.data, { code: 'internal_error', message });
    return undefined;
  });
  queue.work<SplitJob>(SPLIT_QUEUE, { concurrency: SUMMARIES }, (job) => detectBoundaries(desk, job, passing));
  queue.work<SplitJob>(`${SPLIT_QUEUE}.dead`, { concurrency: 1 }, async (job) => {
    await giveUpDetecting(desk, job.data);
    return undefined;
  });
  queue.work<LearnJob>(LEARN_QUEUE, { concurrency: 1 }, (job) => learnSchema(desk, job, passing));
  queue.work<LearnJob>(`${LEARN_QUEUE}.dead`, { concurrency: 1 }, async (job) => {
    await giveUpLearning(desk, job.data);
    return undefined;
  });
  const removal = { concurrency: REMOVED, fair: { places: REMOVED, expressMs: null } };
  queue.work<RemoveJob | RemoveCopyJob>(REMOVE_QUEUE, removal, async ({ data }) => {
    if ('copyId' in data) await removeCopy(desk, data.copyId);
    else await removeBytes(desk, data);
    return undefined;
  });
  queue.work<TeachJob>(TEACH_QUEUE, { concurrency: TAUGHT }, (job) => {
    const { data } = job;
    if ('schemaId' in data) return teachSchema(desk, { ...job, data }, settings.pauseScale);
    return teachDocument(desk, { ...job, data }, settings.pauseScale);
  });
  // a deployment that accepts and never answers keeps these places for minutes: one more is there for the others
  const inTurn = { concurrency: OPINIONS, fair: { places: OPINIONS, expressMs: null } };
  queue.work<OpinionJob>(OPINION_QUEUE, inTurn, (job) => {
    const { data } = job;
    if ('schemaId' in data) return endOpinions(desk, { ...job, data });
    return askOpinion(desk, { ...job, data }, settings.pauseScale);
  });
  queue.work<OpinionJob>(`${OPINION_QUEUE}.dead`, { concurrency: 1 }, async ({ data }) => {
    if ('documentId' in data) await giveUpAsking(desk, data);
    return undefined;
  });
  queue.work<CountJob>(COUNT_QUEUE, { concurrency: 1 }, async (job) => {
    const { data } = job;
    if ('rest' in data) {
      // once for each time it is asked for, not for each portion
      if (job.waitedMs === 0) await forgetFormerPeople(desk);
      return countRest(desk, job);
    }
    if ('schemaId' in data) return recountFlags(desk, { ...job, data });
    await countDocument(desk, data.documentId);
    return undefined;
  });
  // one at a time: a mail server that does not answer holds nobody else up
  queue.work<MailJob>(MAIL_QUEUE, { concurrency: 1 }, async (job) => {
    await sendInboxMail(desk, job.data);
    return undefined;
  });
  queue.work<MailJob>(`${MAIL_QUEUE}.dead`, { concurrency: 1 }, async (job) => {
    await giveUpMail(desk, job.data);
    return undefined;
  });
  queue.work<NightlyJob>(NIGHTLY_QUEUE, { concurrency: 1 }, (job) => runNightlyCheck(desk, job, settings.pauseScale));
  queue.work(MAINTAIN_QUEUE, { concurrency: 1 }, () => maintainQueues(desk));
}
