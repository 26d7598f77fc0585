import type { Transaction } from '../database/database.ts';

/** A job that was in hand so often when its worker died is given up. */
export const MOST_DEATHS = 2;

export type QueueJob<Data> = {
  id: string;
  data: Data;
  /** 1 for the first attempt; grows with every claim, so it tells attempts apart. */
  attempt: number;
  /** No retry follows when this attempt throws. */
  lastAttempt: boolean;
  /** How often the worker died with this job in hand; then it runs alone, and is given up the second time. */
  deaths: number;
  /** Who had it sent, null where nobody said. */
  submitter: string | null;
  /** In the place kept for short jobs of others, see `fair`: to be done at once. */
  express: boolean;
  /**
   * Milliseconds that the job has spent so far in runs that asked for another one and in the pauses between: its age as
   * workers saw it. Outages, suspended machines and jumps of the clock are no part of it.
   */
  waitedMs: number;
  /** Aborts when the claim is lost, the attempt's time is over, or the program stops. */
  signal: AbortSignal;
  /**
   * Marks the job done inside the transaction that writes its results: both commit or neither does. A worker that lost
   * its claim meanwhile (frozen, declared dead) is stopped here. Later steps of the handler must not fail.
   * @throws JobLostError let it pass, so that the transaction rolls back
   */
  finish: (tx: Transaction) => Promise<void>;
};

/** Returned by a handler: run this job again so much later; it is not counted as a failure. */
export type Again = { againInMs: number };

/** An error with an `OutageError` among its causes puts the job back as it was; any other counts as a failed attempt. */
export type Handler<Data> = (job: QueueJob<Data>) => Promise<Again | undefined>;

/** The claim on a job is gone: someone else has it, or it was cancelled. */
export class JobLostError extends Error {
  override name = 'JobLostError';
}
