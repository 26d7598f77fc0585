const FIRST_MS = 100;
const LONGEST_MS = 15_000;
const FACTOR = 1.5;

const NEAR_FIRST_MS = 80;
const NEAR_LONGEST_MS = 5_000;
const NEAR_FACTOR = 1.08;

/** From here on the pauses are the same. */
const LEVEL = 60;

const FIRST_TROUBLE_MS = 1_000;
const LONGEST_TROUBLE_MS = 60_000;

/** How long to wait after so many failures in a row: 1 s, doubled up to a minute, with jitter so that documents do not come back all at once. */
export function pauseAfterTrouble(failures: number): number {
  return Math.round(Math.min(LONGEST_TROUBLE_MS, FIRST_TROUBLE_MS * 2 ** Math.min(failures, 10)) * (0.5 + Math.random()));
}

/** How long to wait before the next look at a document after so many looks without news: 0.1 s, growing to 15 s. */
export function pauseAfter(looks: number): number {
  return Math.round(Math.min(LONGEST_MS, FIRST_MS * FACTOR ** Math.min(looks, 20)));
}

/** How long the waits before so many looks without news were together. Looks that got no answer are none. */
export function waitedFor(looks: number, pause: (looks: number) => number): number {
  let waited = 0;
  const varying = Math.min(looks, LEVEL);
  for (let look = 0; look < varying; look += 1) waited += pause(look);
  return waited + (looks - varying) * pause(LEVEL);
}

/**
 * The same for the embedded service, which costs nothing to ask: each wait is about a twelfth of the time since the last
 * news, so that looking adds that much at most to how long a document takes; 80 ms, growing to 5 s.
 */
export function pauseNear(looks: number): number {
  return Math.round(Math.min(NEAR_LONGEST_MS, NEAR_FIRST_MS * NEAR_FACTOR ** Math.min(looks, 60)));
}
