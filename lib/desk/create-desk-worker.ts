import { and, eq, inArray, lt } from 'drizzle-orm';
import { IN_FLIGHT_STATES } from '#lib/contract/desk/groups-of-states.ts';
import { logTrouble } from '#lib/platform/log-trouble.ts';
import type { Queue } from '#lib/platform/queue/queue.ts';
import type { Desk } from './context/desk.ts';
import { deskQueues } from './context/desk-queues.ts';
import { sendCount } from './context/send-count.ts';
import { sendFollow } from './context/send-follow.ts';
import { clearEndedLocks } from './documents/operations/take-lock.ts';
import { releaseRest } from './documents/release-parked.ts';
import { documents, submissions } from './documents/tables.ts';
import { sweepFiles } from './following/sweep-files.ts';
import type { PollSettings } from './jobs/poll-settings.ts';
import { teachAll } from './learning/teach-schema.ts';
import { removeLeftCopies } from './previews/remove-copy.ts';
import { startDueCheck } from './previews/start-nightly-check.ts';
import { sendMaintenance } from './queues/maintain-queues.ts';
import { bringBackPostponed } from './queues/operations/postpone-document.ts';
import { saveStarterSchemas } from './schemas/operations/save-starter-schemas.ts';
import { indexStale } from './search/indexing/index-stale.ts';
import { endLeftOpinions } from './second-opinions/end-left-opinions.ts';
import { releaseApprovals } from './second-opinions/release-approvals.ts';
import { resendOpinions } from './second-opinions/resend-opinions.ts';
import { workOnQueues } from './work-on-queues.ts';

/** Documents in flight that nothing was heard of for so long get a job again, in case theirs was lost. */
const FORGOTTEN_MS = 2 * 60_000;
const SWEEP_MS = 60_000;
/** How often locks that ended, and documents that were postponed until now, are told to everyone. */
const ENDED_MS = 5_000;
/** When files without a document are looked for: soon after the start, then daily. */
const FIRST_FILES_MS = 30_000;
const FILES_MS = 24 * 60 * 60_000;
/** How often approved documents are looked for that their deployments were not told of. */
const TEACH_MS = 60 * 60_000;
/** How often decided documents are looked for that the insights have not counted. */
const COUNT_MS = 60 * 60_000;
/** How often documents that changed are made findable. */
const SEARCH_MS = 1_000;

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
  let ending = false;
  const timers: NodeJS.Timeout[] = [];
  let indexing: Promise<unknown> | null = null;

  /** One at a time: after an upgrade there is work for a long while. */
  function indexChanged(): Promise<unknown> {
    indexing ??= indexStale(desk, { isEnding: () => ending, sparesUnderWay: true }).finally(() => {
      indexing = null;
    });
    return indexing;
  }

  async function sweep(): Promise<void> {
    const flying = inArray(documents.state, IN_FLIGHT_STATES);
    const forgotten = await desk.database
      .select({ documentId: documents.id, run: submissions.run })
      .from(documents)
      .innerJoin(submissions, eq(submissions.documentId, documents.id))
      .where(and(flying, lt(documents.updatedAt, new Date(Date.now() - FORGOTTEN_MS))))
      .limit(1000);
    for (const job of forgotten) await sendFollow(desk, job);
    await releaseRest(desk);
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
      if (desk.config.singleMachine) await queue.requeueActive(Object.keys(deskQueues(desk.config.reading.timeoutMs)));
      workOnQueues({ desk, queue, isEnding: () => ending, ...(options.settings ? { settings: options.settings } : {}) });
      await sendMaintenance(desk);
      every(SWEEP_MS, () => sendMaintenance(desk), 'asking for the queues to be maintained failed');
      every(SWEEP_MS, () => startDueCheck(desk), 'beginning the nightly check failed');
      every(SWEEP_MS, () => removeLeftCopies(desk), 'looking for what comparisons left behind failed');
      every(SWEEP_MS, () => resendOpinions(desk), 'looking for forgotten second opinions failed');
      every(SWEEP_MS, () => releaseApprovals(desk), 'letting go what waits long for second opinions failed');
      every(SWEEP_MS, () => endLeftOpinions(desk), 'looking for second opinions that are not wanted any more failed');
      await sweep();
      every(SEARCH_MS, indexChanged, 'making changed documents findable failed');
      every(SWEEP_MS, sweep, 'looking for forgotten documents failed');
      await teachAll(desk);
      every(TEACH_MS, () => teachAll(desk), 'looking for approved documents to learn from failed');
      await sendCount(desk, { rest: true });
      every(COUNT_MS, () => sendCount(desk, { rest: true }), 'looking for decided documents to count failed');
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
      await indexing?.catch(() => undefined);
      await desk.reader.close();
    },
    async stop() {
      ending = true;
      for (const timer of timers) clearTimeout(timer);
      await queue.close();
      await desk.reader.close();
    },
  };
}
