import type { Context } from 'hono';
import type { Database, Transaction } from '#lib/platform/database/database.ts';
import { fingerprintOf, holdIdempotencyKey, type SavedAnswer } from '../context/idempotency.ts';
import { pathOf } from './paths.ts';
import type { ServiceEnv } from './service-app.ts';

/** Saves the answer in the transaction that does the work. */
export type SaveAnswer = (tx: Transaction, answer: SavedAnswer) => Promise<void>;

/** Writes a saved answer as a response. */
export function toResponse({ status, headers, body }: SavedAnswer, replayed = false): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers, ...(replayed ? { 'idempotency-replayed': 'true' } : {}) },
  });
}

/**
 * Does a JSON request's work once per `Idempotency-Key`: `work` must call `save` inside its transaction; a repeated
 * request gets the saved answer.
 * @throws ProblemError `idempotency_conflict`
 */
export async function answerOnce(
  c: Context<ServiceEnv>,
  database: Database,
  work: (save: SaveAnswer) => Promise<unknown>,
): Promise<SavedAnswer & { replayed: boolean }> {
  const hold = await holdIdempotencyKey(database, c.get('apiKey').id, c.req.header('idempotency-key'));
  const fingerprint = fingerprintOf(c.req.method, pathOf(c), new URL(c.req.url).search, await c.req.text());
  const before = hold.findAnswer(fingerprint);
  if (before) return { ...before, replayed: true };
  let answer: SavedAnswer | undefined;
  try {
    await work(async (tx, given) => {
      await hold.save(tx, fingerprint, given);
      answer = given;
    });
    if (!answer) throw new Error('The work saved no answer.');
    return { ...answer, replayed: false };
  } catch (error) {
    await hold.release();
    throw error;
  }
}
