import type { QueueDefinition } from '#lib/platform/queue/queue.ts';

/** Reads a document's file. Data: `{documentId}`. */
export const INDEX_QUEUE = 'service.index';
/** Works off a job of any kind whose document is ready. Data: `{jobId}`. */
export const JOB_QUEUE = 'service.job';
/** Learns from an approved document. Data: `{exampleId, draft}`. */
export const LEARN_QUEUE = 'service.learn';

/** Most seconds one attempt may take beyond the limits of reading and extraction themselves. */
const MARGIN_SECONDS = 120;

/**
 * The service's queues, for `createQueue`.
 * @param readingTimeoutMs the limit of reading one file
 * @param modelTimeoutMs the limit of asking a language model about it, 0 without one
 */
export function serviceQueues(readingTimeoutMs: number, modelTimeoutMs = 0): Record<string, QueueDefinition> {
  const expireInSeconds = Math.ceil(readingTimeoutMs / 1000) + MARGIN_SECONDS;
  return {
    [INDEX_QUEUE]: { retryLimit: 3, retryDelay: 1, deadLetter: true, expireInSeconds },
    [LEARN_QUEUE]: { retryLimit: 3, retryDelay: 1, deadLetter: true, expireInSeconds },
    [JOB_QUEUE]: { retryLimit: 3, retryDelay: 1, deadLetter: true, expireInSeconds: expireInSeconds + Math.ceil(modelTimeoutMs / 1000) },
  };
}
