const NEAR_FIRST_MS = 80;
const NEAR_LONGEST_MS = 5_000;
const NEAR_FACTOR = 1.08;

/** From here on the pauses are the same. */
const LEVEL = 60;

const FIRST_AFTER_FAILURE_MS = 1_000;
const LONGEST_AFTER_FAILURE_MS = 60_000;

/** How long to wait after so many failed requests in a row: 1 s, doubled up to a minute, with jitter so that jobs do not come back all at once. */
export function backoffAfterFailures(failures: number): number {
  const pause = Math.min(LONGEST_AFTER_FAILURE_MS, FIRST_AFTER_FAILURE_MS * 2 ** Math.min(failures, 10));
  return Math.round(pause * (0.5 + Math.random()));
}

/**
 * How long to wait before the next poll of the embedded service after so many polls without news. It costs nothing to ask: each wait is about a twelfth of the time since the last
 * news, so that polling adds that much at most to how long a document takes; 80 ms, growing to 5 s.
 */
export function backoffNear(unchangedPolls: number): number {
  return Math.round(Math.min(NEAR_LONGEST_MS, NEAR_FIRST_MS * NEAR_FACTOR ** Math.min(unchangedPolls, 60)));
}

/** How long the waits before so many polls without news were together. Requests that got no answer are none. */
export function waitedAltogether(unchangedPolls: number, pause: (unchangedPolls: number) => number): number {
  let waited = 0;
  const varying = Math.min(unchangedPolls, LEVEL);
  for (let poll = 0; poll < varying; poll += 1) waited += pause(poll);
  return waited + (unchangedPolls - varying) * pause(LEVEL);
}
