import type { QueueDefinition } from '#lib/platform/queue/queue.ts';
import {
  COUNT_QUEUE,
  FOLLOW_QUEUE,
  LEARN_QUEUE,
  MAIL_QUEUE,
  MAINTAIN_QUEUE,
  NIGHTLY_QUEUE,
  OPINION_QUEUE,
  READ_QUEUE,
  REMOVE_QUEUE,
  SPLIT_QUEUE,
  SUMMARY_QUEUE,
  TEACH_QUEUE,
} from './desk.ts';

/**
 * The desk's queues, for `createQueue`. Following up counts only crashes as attempts: errors of the deployment are paced
 * and limited by the follow-up itself.
 * @param readingTimeoutMs the limit of reading one file
 */
export function deskQueues(readingTimeoutMs: number): Record<string, QueueDefinition> {
  return {
    // exclusive: one job per singleton key, see `sendFollow`
    [FOLLOW_QUEUE]: { retryLimit: 10, retryDelay: 1, retryDelayMax: 30, policy: 'exclusive', deadLetter: true, expireInSeconds: 3600 },
    [READ_QUEUE]: { retryLimit: 2, retryDelay: 2, deadLetter: true, expireInSeconds: Math.ceil(readingTimeoutMs / 1000) + 120 },
    [SUMMARY_QUEUE]: { retryLimit: 3, retryDelay: 1, policy: 'exclusive', deadLetter: true, expireInSeconds: 3600 },
    [SPLIT_QUEUE]: { retryLimit: 5, retryDelay: 1, policy: 'exclusive', deadLetter: true, expireInSeconds: 600 },
    [LEARN_QUEUE]: { retryLimit: 3, retryDelay: 1, policy: 'exclusive', deadLetter: true, expireInSeconds: 3600 },
    [MAINTAIN_QUEUE]: { retryLimit: 10, retryDelay: 5, policy: 'exclusive', expireInSeconds: 600 },
    [NIGHTLY_QUEUE]: { retryLimit: 10, retryDelay: 30, retryDelayMax: 600, policy: 'exclusive', expireInSeconds: 1800 },
    // for about six hours, then the mail is given up: the inbox has what it would have told
    [MAIL_QUEUE]: { retryLimit: 12, retryDelay: 30, retryDelayMax: 3600, deadLetter: true, expireInSeconds: 300 },
    [REMOVE_QUEUE]: { retryLimit: 30, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 300 },
    // short: what is decided while a job runs has a job of its own, see `sendTeach`; outages are no attempts
    [TEACH_QUEUE]: { retryLimit: 30, retryDelay: 2, retryDelayMax: 600, policy: 'short', expireInSeconds: 600 },
    // short for the same reason; a deployment that is away is no attempt
    [OPINION_QUEUE]: { retryLimit: 5, retryDelay: 5, retryDelayMax: 600, policy: 'short', deadLetter: true, expireInSeconds: 600 },
    // short for the same reason
    [COUNT_QUEUE]: { retryLimit: 10, retryDelay: 2, retryDelayMax: 600, policy: 'short', expireInSeconds: 600 },
  };
}
