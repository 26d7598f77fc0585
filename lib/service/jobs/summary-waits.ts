import { setTimeout as sleep } from 'node:timers/promises';
import { eq, inArray, sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { isSettled } from '#lib/contract/service/job.ts';
import { logTrouble } from '#lib/platform/log-trouble.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { documents, type JobRow, jobs } from '../context/tables.ts';

const LOOK_EVERY_MS = 200;
/** Looks in a row that may fail, about ten seconds, before callers are told to come back later. */
const MOST_FAILURES = 50;
/** After so many windows a summary that is still being made is given back as it is. */
const WINDOWS = 2;

type Seen = { row: JobRow; documentStatus: (typeof documents.$inferSelect)['status']; isOverdue: boolean; isLate: boolean };
type Waiter = { resolve: (row: JobRow) => void; reject: (error: ProblemError) => void };

/** Callers that wait for summaries. However many there are, one query in 0.2 s looks for all of them. */
export type SummaryWaits = {
  /**
   * Waits until a summary is settled. The limits count from when it was asked for, by the database's clock, so that a caller who
   * asks again after a restart, under the same idempotency key, waits no longer than before.
   * @throws ProblemError `document_not_processed` (408), `document_not_ready`, `extraction_failed`, `not_found` when the document was
   * removed, `conflict` when it was cancelled, `unavailable` when the service is about to end, `upload_interrupted`
   */
  wait: (id: string, signal: AbortSignal) => Promise<JobRow>;
};

/** @param isEnding true when callers had better ask again later: the service is about to end */
export function createSummaryWaits({ database, config, log }: ServiceContext, isEnding: () => boolean): SummaryWaits {
  const windowMs = config.service.processingWindowMs;
  const waiters = new Map<string, Set<Waiter>>();
  let isLooking = false;

  async function listSeen(ids: string[]): Promise<Map<string, Seen>> {
    const rows = await database
      .select({
        row: jobs,
        documentStatus: documents.status,
        isOverdue: sql<boolean>`${jobs.deadlineAt} <= now()`,
        isLate: sql<boolean>`${jobs.createdAt} + ${WINDOWS * windowMs} * interval '1 millisecond' <= now()`,
      })
      .from(jobs)
      .innerJoin(documents, eq(documents.id, jobs.documentId))
      .where(inArray(jobs.id, ids));
    return new Map(rows.map((seen) => [seen.row.id, seen]));
  }

  async function look(): Promise<void> {
    isLooking = true;
    let failures = 0;
    while (waiters.size > 0) {
      await sleep(LOOK_EVERY_MS);
      const ids = [...waiters.keys()];
      if (ids.length === 0) break;
      try {
        const seen = isEnding() ? new Map<string, Seen>() : await listSeen(ids);
        for (const id of ids) answer(id, isEnding() ? comeBack() : outcomeOf(seen.get(id), windowMs));
        failures = 0;
      } catch (error) {
        // the database may be back at the next look
        failures += 1;
        if (failures === 1) logTrouble(log, 'could not look for summaries that callers wait for', error);
        if (failures >= MOST_FAILURES) for (const id of ids) answer(id, comeBack());
      }
    }
    isLooking = false;
  }

  function answer(id: string, outcome: JobRow | ProblemError | null): void {
    if (outcome === null) return;
    for (const { resolve, reject } of waiters.get(id) ?? []) {
      if (outcome instanceof ProblemError) reject(outcome);
      else resolve(outcome);
    }
    waiters.delete(id);
  }

  return {
    wait(id, signal) {
      return new Promise<JobRow>((resolve, reject) => {
        const mine = waiters.get(id) ?? new Set<Waiter>();
        const waiter: Waiter = {
          resolve: (row) => {
            signal.removeEventListener('abort', leave);
            resolve(row);
          },
          reject: (error) => {
            signal.removeEventListener('abort', leave);
            reject(error);
          },
        };
        const leave = () => {
          mine.delete(waiter);
          if (mine.size === 0 && waiters.get(id) === mine) waiters.delete(id);
          reject(new ProblemError('upload_interrupted', 'The caller hung up.'));
        };
        if (signal.aborted) return leave();
        signal.addEventListener('abort', leave, { once: true });
        waiters.set(id, mine.add(waiter));
        if (!isLooking) void look();
      });
    },
  };
}

function comeBack(): ProblemError {
  return new ProblemError('unavailable', 'The service cannot wait now. Ask again in a moment, with the same Idempotency-Key.', {
    headers: { 'retry-after': '3' },
  });
}

/** What a caller is told; null while there is nothing to tell. */
function outcomeOf(seen: Seen | undefined, windowMs: number): JobRow | ProblemError | null {
  if (!seen) return new ProblemError('not_found', 'The document was removed.');
  const { row, documentStatus, isOverdue, isLate } = seen;
  const isProcessed = documentStatus === 'completed' || documentStatus === 'failed';
  if (!isProcessed && (isOverdue || isSettled(row.status)) && row.status !== 'cancelled') {
    const seconds = Math.round(windowMs / 1000);
    return new ProblemError('document_not_processed', `The document was not processed within ${seconds} seconds. Try again later.`);
  }
  if (row.status === 'cancelled') return new ProblemError('conflict', 'The summary was cancelled.');
  if (row.status === 'failed') {
    const code = row.error?.code === 'document_not_ready' ? 'document_not_ready' : 'extraction_failed';
    return new ProblemError(code, row.error?.message);
  }
  return row.status === 'completed' || isLate ? row : null;
}
