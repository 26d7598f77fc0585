/** Keys beyond this many are forgotten; whoever is forgotten starts with a full bucket. */
const MOST_KEYS = 10_000;

/** Says how long a key has to wait before its next request. */
export type KeyLimiter = {
  /** Counts a request. @returns seconds to wait, 0 when it may go on */
  take: (id: string) => number;
};

/** A token bucket for each key: a minute's requests may come at once, then they flow evenly. @param perMinute 0 = no limit */
export function createKeyLimiter(perMinute: number, now: () => number = () => Date.now()): KeyLimiter {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take(id) {
      if (perMinute === 0) return 0;
      const at = now();
      const known = buckets.get(id);
      const tokens = known ? Math.min(perMinute, known.tokens + ((at - known.at) / 60_000) * perMinute) : perMinute;
      if (!known && buckets.size >= MOST_KEYS) buckets.clear();
      buckets.set(id, { tokens: tokens >= 1 ? tokens - 1 : tokens, at });
      return tokens >= 1 ? 0 : Math.max(1, Math.ceil(((1 - tokens) / perMinute) * 60));
    },
  };
}
