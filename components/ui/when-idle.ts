/** Safari has no idle callbacks. */
const LATER_MS = 50;

/**
 * Has `work` done once the browser has nothing more urgent to do, such as showing what was just asked for.
 * @param limitMs after so long it is done in any case
 * @returns how to call it off
 */
export function whenIdle(work: () => void, limitMs?: number): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, LATER_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(work, limitMs === undefined ? undefined : { timeout: limitMs });
  return () => window.cancelIdleCallback(handle);
}
