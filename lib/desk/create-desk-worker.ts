import { and, eq, inArray, lt } from 'drizzle-orm';
import { IN_FLIGHT_STATES } from '#lib/contract/desk/in-flight-states.ts';
import { logTrouble } from '#lib/platform/log-trouble.ts';
import type { Queue } from '#lib/platform/queue/queue.ts';
import {
  type Desk,
  FOLLOW_QUEUE,
  type FollowJob,
  LEARN_QUEUE,
  type LearnJob,
  MAINTAIN_QUEUE,
  READ_QUEUE,
  REMOVE_QUEUE,
  type ReadJob,
  type RemoveJob,
  SPLIT_QUEUE,
  type SplitJob,
  SUMMARY_QUEUE,
  type SummaryJob,
} from './context/desk.ts';
import { sendFollow } from './context/send-follow.ts';
import { clearEndedLocks } from './documents/availability/take-lock.ts';
import { removeBytes } from './documents/remove-document.ts';
import { documents, submissions } from './documents/tables.ts';
import { failDocument } from './following/fail-document.ts';
import { giveUpReading, readDocument } from './following/read-document.ts';
import { sweepFiles } from './following/sweep-files.ts';
import { syncDocument } from './following/sync-document.ts';
import { giveUpLearning, learnSchema } from './jobs/learn-schema.ts';
import { createPollSettings, type PollSettings } from './jobs/poll-settings.ts';
import { maintainQueues, sendMaintenance } from './queues/maintain-queues.ts';
import { bringBackPostponed } from './queues/postpone-document.ts';
import { saveStarterSchemas } from './schemas/save-starter-schemas.ts';
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
/** Documents in flight that nothing was heard of for so long get a job again, in case theirs was lost. */
const FORGOTTEN_MS = 2 * 60_000;
const SWEEP_MS = 60_000;
/** How often locks that ended, and documents that were postponed until now, are told to everyone. */
const ENDED_MS = 5_000;
/** When files without a document are looked for: soon after the start, then daily. */
const FIRST_FILES_MS = 30_000;
const FILES_MS = 24 * 60 * 60_000;

/** The program that follows documents up at their deployments, makes the desk's own readings and removes bytes. */
export type DeskWorker = {
  start: () => Promise<void>;
  /** Stops taking work and lets what runs finish, up to `timeoutMs`. */
  drain: (timeoutMs: number) => Promise<void>;
  /** Ends everything at once; what was running is taken up again later. */
  stop: () => Promise<void>;
};

/**
 * @param options.queue a queue opened with `deskQueues` and supervision; the worker closes it
 * @param options.settings for tests
 */
export function createDeskWorker(options: { desk: Desk; queue: Queue; settings?: Partial<PollSettings> }): DeskWorker {
  const { desk, queue } = options;
  let running = 0;
  let ending = false;
  const timers: NodeJS.Timeout[] = [];
  const settings = createPollSettings({ stayMs: () => (ending || running > FEW ? 0 : STAY_MS), ...options.settings });
  // these share few places in their queues, so that none keeps one while it waits
  const passing: PollSettings = { ...settings, stayMs: () => 0 };

  async function sweep(): Promise<void> {
    const flying = inArray(documents.state, IN_FLIGHT_STATES);
    const forgotten = await desk.database
      .select({ documentId: documents.id, run: submissions.run })
      .from(documents)
      .innerJoin(submissions, eq(submissions.documentId, documents.id))
      .where(and(flying, lt(documents.updatedAt, new Date(Date.now() - FORGOTTEN_MS))))
      .limit(1000);
    for (const job of forgotten) await sendFollow(desk, job);
  }

  function every(ms: number, work: () => Promise<unknown>, trouble: string): void {
    const timer = setInterval(() => {
      // what is away is told of by the queue
      if (!queue.isPaused()) work().catch((error) => logTrouble(desk.log, trouble, error));
    }, ms);
    timer.unref();
    timers.push(timer);
  }

  return {
    async start() {
      await saveStarterSchemas(desk);
      if (desk.config.singleMachine)
        await queue.requeueActive([FOLLOW_QUEUE, READ_QUEUE, REMOVE_QUEUE, SUMMARY_QUEUE, SPLIT_QUEUE, LEARN_QUEUE, MAINTAIN_QUEUE]);
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
      queue.work<RemoveJob>(REMOVE_QUEUE, { concurrency: 2 }, async (job) => {
        await removeBytes(desk, job.data);
        return undefined;
      });
      queue.work(MAINTAIN_QUEUE, { concurrency: 1 }, () => maintainQueues(desk));
      await sendMaintenance(desk);
      every(SWEEP_MS, () => sendMaintenance(desk), 'asking for the queues to be tended failed');
      await sweep();
      every(SWEEP_MS, sweep, 'looking for forgotten documents failed');
      every(ENDED_MS, () => clearEndedLocks(desk), 'clearing ended locks failed');
      every(ENDED_MS, () => bringBackPostponed(desk), 'bringing postponed documents back failed');
      const first = setTimeout(() => void sweepFiles(desk).catch(() => undefined), FIRST_FILES_MS);
      first.unref();
      timers.push(first);
      every(FILES_MS, () => sweepFiles(desk), 'looking for files without a document failed');
    },
    async drain(timeoutMs) {
      ending = true;
      for (const timer of timers) clearTimeout(timer);
      await queue.drain(timeoutMs);
      await desk.reader.close();
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      await queue.close();
      await desk.reader.close();
    },
  };
}
