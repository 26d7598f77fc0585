/** A later moment is found by `lookForDue` in time. */
const LONGEST_MS = 10_000;
/** The database's clock may be read a moment later than ours. */
const MARGIN_MS = 5;

/** Wakes a worker when jobs that it put back itself are due: nobody need be asked when that is. */
export function createDueTimers(wake: () => void): { add: (ms: number) => void; stop: () => void } {
  const timers = new Set<NodeJS.Timeout>();
  return {
    add(ms) {
      if (ms > LONGEST_MS) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        wake();
      }, ms + MARGIN_MS);
      timers.add(timer.unref());
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
