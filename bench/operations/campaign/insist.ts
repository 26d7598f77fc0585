import { setTimeout as sleep } from 'node:timers/promises';

type Answered<T> = { status: number; body: T };

/** Answers that ask for another try: too much at once, away, no space. */
const PASSING = new Set([429, 502, 503, 504, 507]);
const PAUSE_MS = 400;
const LONGEST_MS = 90_000;

/**
 * Sends the same request until it is answered for good, as a browser does that lost its connection.
 * @returns null when that took too long: whether it was done is not known
 */
export async function insist<T>(send: () => Promise<Answered<T>>): Promise<Answered<T> | null> {
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await sleep(PAUSE_MS)) {
    const answer = await send().catch(() => null);
    if (answer && !PASSING.has(answer.status) && !isAtWork(answer)) return answer;
  }
  return null;
}

/** The service still works on the same request, whose connection broke: `retry-after` says to ask again. No key is used for two things here. */
function isAtWork({ status, body }: Answered<unknown>): boolean {
  return status === 409 && (body as { code?: string } | null)?.code === 'idempotency_conflict';
}
