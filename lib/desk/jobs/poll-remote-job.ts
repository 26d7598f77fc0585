import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentTrouble } from '#lib/contract/desk/deployment.ts';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { HeldError } from '#lib/deployment/pace.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import type { SettledNotices } from '#lib/platform/queue/settled-notices.ts';
import type { Desk } from '../context/desk.ts';
import { backoffAfterFailures } from './backoff.ts';
import { countHeld, countPoll, recordReached, recordSettled, silentMsOf } from './count-polls.ts';
import type { PollSettings } from './poll-settings.ts';
import { type Handover, SupersededError } from './submit-once.ts';

/**
 * `next`: the state changed, go on at once · `same`: nothing new, poll again later · `news`: progress, poll again soon ·
 * `unread`: nobody knows what the answer means, poll again later · `held`: others go first, nothing was asked · `done`.
 */
export type StepOutcome = 'next' | 'same' | 'news' | 'unread' | 'held' | 'done';
/** The rest of a step that needs the deployment no more, so that others may ask it meanwhile. */
export type Rest = () => Promise<StepOutcome>;

/** What the poller needs to know of a job; each kind of job makes its own. */
export type RemoteWork = Handover & {
  /** Submits, or asks once and records what is new. Settles the job when it is finished. May be cut off anywhere and repeated. */
  step: () => Promise<StepOutcome | Rest>;
  /** The deployment has it: each step looks how far it is. */
  isSubmitted: boolean;
  /** Under which id the deployment has it, as far as that is known. */
  remoteId: () => string | null;
  /** Settles the job as failed, unless a newer request has taken its place. */
  fail: (failure: Failure) => Promise<void>;
  /**
   * Given up after so long: without news, counted in the waits between polls, so that neither an outage here nor a clock
   * that jumps is any part of it; and without an answer, counted in the pauses between failed requests.
   */
  limits: { silentMs: number; unansweredMs: number };
  messages: {
    /** Said when repeating could do the work twice, which only a person may decide. */
    unsure: string;
    /** Said when nothing was heard for too long. */
    silent: string;
  };
  /** What has held the job up since the last answer. */
  trouble: DocumentTrouble | null;
  recordTrouble: (trouble: DocumentTrouble | null) => Promise<void>;
  /**
   * What a refusal means for this kind of job: that it is too early, or a failure that tells more than the refusal itself. An answer
   * that it is too early may have been waited for, so that its time counts as pause.
   * @param waitedMs the pauses since the last answer
   */
  judge?: (error: RefusedError, waitedMs: number) => Promise<Judgement>;
  /** What it means that the connection broke so often when the whole request had gone out, with no other beside it. */
  cutOffs?: { most: number; failure: Failure };
};

/** A request that failed, at a deployment or before it. */
export type RefusedError = ProblemError & Partial<DeploymentError> & { isOfSchema?: boolean };
export type Judgement = { isNotYet?: boolean; failure?: Failure };

/** How long what is held back waits for its turn before it asks again. */
const HELD_MS = 1_000;
/** So many answers that nobody understands are told. */
const TOLD_UNREAD = 3;
/** A longer wait is left to the queue: a program that ends does not wait for it. */
const LONGEST_NAP_MS = 1_000;
const FIRST_NAP_MS = 400;

/**
 * Takes a job at a deployment further: submits it once, polls with growing pauses, gives up at its limit, and has the answer
 * settled. Each step records what it learned before the next one, so that it may be cut off and repeated anywhere; what an
 * older request still answers is dropped.
 * @param find what there is to do now; null when the job is settled or a newer request has taken its place
 */
export async function pollRemoteJob<Data>(
  desk: Desk,
  queued: QueueJob<Data>,
  find: () => Promise<RemoteWork | null>,
  settings: PollSettings,
): Promise<Again | undefined> {
  const arrivedAt = Date.now();
  for (let isFirst = true; ; isFirst = false) {
    const work = await find();
    if (!work) return undefined;
    if (isFirst && settings.stayMs() > 0) await waitBeforeFirst(work, settings, queued.signal);
    const askedAt = performance.now();
    const outcome = isFirstPoll(work) ? { news: true } : await takeStep(desk, work, settings);
    if (outcome === 'done') return undefined;
    if (outcome === 'next') continue;
    const pause = outcome.pause ?? (await countPoll(desk, work, outcome.news, settings));
    const isLong = pause > LONGEST_NAP_MS || Date.now() + pause - arrivedAt > settings.stayMs();
    if (isLong) return { againInMs: pause };
    await nap(work, pause, askedAt, settings.settled, queued.signal);
  }
}

/** The embedded service has what it was given a moment ago, and will tell when it has done it: it is not asked before, or at least not at once. */
async function waitBeforeFirst(work: RemoteWork, { settled }: PollSettings, signal: AbortSignal): Promise<void> {
  const remoteId = work.remoteId();
  const isJustSubmitted = work.isSubmitted && work.deployment.embedded && work.job.unchangedPolls === 0;
  if (isJustSubmitted && remoteId !== null && settled?.isHeard())
    await settled.wait(remoteId, FIRST_NAP_MS, Number.NEGATIVE_INFINITY, signal);
}

/** Waits for the next poll: while it is heard when the embedded service has done something, until then, or for as long as a nap may take. */
async function nap(work: RemoteWork, pause: number, askedAt: number, settled: SettledNotices | null, signal: AbortSignal): Promise<void> {
  const remoteId = work.remoteId();
  if (work.deployment.embedded && remoteId !== null && settled?.isHeard()) await settled.wait(remoteId, LONGEST_NAP_MS, askedAt, signal);
  else await sleep(pause, undefined, { signal });
}

/** What was submitted a moment ago is not done yet: nothing is asked before the first wait. */
function isFirstPoll({ isSubmitted, job, deployment }: RemoteWork): boolean {
  return isSubmitted && !deployment.embedded && job.waitedMs === 0;
}

type Outcome = 'done' | 'next' | { news: boolean; pause?: number };

async function takeStep(desk: Desk, work: RemoteWork, settings: PollSettings): Promise<Outcome> {
  const beganAt = performance.now();
  try {
    const asked = await settings.limitConcurrency(work.deployment.id)(work.step);
    if (work.isSubmitted && (asked === 'next' || typeof asked === 'function')) await recordReached(desk, work);
    if (work.isSubmitted && asked === 'done') await recordSettled(desk, work);
    const outcome = typeof asked === 'function' ? await asked() : asked;
    if (outcome === 'held') return { news: false, pause: HELD_MS };
    if (work.trouble && outcome !== 'unread') await work.recordTrouble(null);
    if (outcome === 'done' || outcome === 'next') return outcome;
    if (outcome !== 'news' && silentMsOf(work) > work.limits.silentMs) {
      await work.fail({ code: 'document_not_processed', message: work.messages.silent });
      return 'done';
    }
    if (outcome !== 'unread') return { news: outcome === 'news' };
    const pause = await countPoll(desk, work, false, settings);
    await tellUnread(work, pause);
    return { news: false, pause };
  } catch (error) {
    if (error instanceof SupersededError) return 'done';
    if (error instanceof HeldError) return { news: false, pause: await countHeld(desk, work, error.waitMs, settings) };
    if (work.signal.aborted || findOutage(error) || !(error instanceof ProblemError)) throw error;
    return meetFailure(desk, work, error, performance.now() - beganAt);
  }
}

/** Told after the third answer in a row: one may be of a proxy in between. */
async function tellUnread({ job, deployment, recordTrouble }: RemoteWork, pause: number): Promise<void> {
  const attempts = job.unread + 1;
  if (attempts < TOLD_UNREAD) return;
  const message = `“${deployment.name}” has answered ${attempts} times with something that the desk does not understand.`;
  const next_at = new Date(Date.now() + pause).toISOString();
  await recordTrouble({ code: 'answer_not_understood', message, attempts, next_at });
}

/** What a failed request means: to be made again later, or the end of the job. @param tookMs how long it took to fail */
async function meetFailure(desk: Desk, work: RemoteWork, error: RefusedError, tookMs: number): Promise<Outcome> {
  const { temporary = false, retryAfterMs = null, unsure = false } = error;
  const end = async (failure: Failure) => {
    await work.fail(failure);
    return 'done' as const;
  };
  if (unsure && !(await work.isRepeatable().catch(() => false))) return end({ code: 'sending_unsure', message: work.messages.unsure });
  const cutOffs = countCutOffs(work, error);
  if (work.cutOffs && cutOffs !== undefined && cutOffs >= work.cutOffs.most) return end(work.cutOffs.failure);
  const waited = work.trouble?.waited_ms ?? 0;
  const { isNotYet = false, failure = { code: error.code, message: error.message } } = (await work.judge?.(error, waited)) ?? {};
  // the same file or job is being taken right now, by a request of ours that was cut off here but not there
  const isBusy = error.code === 'idempotency_conflict';
  if (!(temporary || isBusy || isNotYet) || waited > work.limits.unansweredMs) return end(failure);
  desk.log.debug('a deployment did not answer; it is asked again', { job: work.job.kind, document: work.job.documentId, error });
  const attempts = (work.trouble?.attempts ?? 0) + 1;
  const pause = Math.max(retryAfterMs ?? 0, backoffAfterFailures(attempts - 1));
  await work.recordTrouble({
    code: error.code,
    message: error.message,
    attempts,
    next_at: new Date(Date.now() + pause).toISOString(),
    waited_ms: waited + pause + (isNotYet ? Math.round(tookMs) : 0),
    ...(cutOffs !== undefined && { cut_offs: cutOffs }),
  });
  return { news: false, pause };
}

function countCutOffs({ trouble }: RemoteWork, { cutOff = false, sentAlone = false }: Partial<DeploymentError>): number | undefined {
  const known = trouble?.cut_offs;
  return cutOff ? (known ?? 0) + (sentAlone ? 1 : 0) : known;
}
