import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until there is an answer. @throws Error when there is none in time */
export async function until(check, limitMs = 120_000) {
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(300)) {
    const answer = await check().catch(() => null);
    if (answer) return answer;
  }
  throw new Error('The desk did not get there in time.');
}
