import { setTimeout as sleep } from 'node:timers/promises';

/** Figures that are asked of somebody else: the database, the disk. */
export type AskedFigures = {
  /** Asks, and sets the gauges. @throws when there is no answer */
  ask: () => Promise<void>;
  /** Takes the figures out of the gauges: they are not known any more. */
  forget: () => void;
  /** They are asked at most so often. */
  everyMs: number;
};

export type FigureKeeper = {
  add: (figures: AskedFigures) => void;
  /** Asks what is old, each at most once at a time. Resolves after `limitMs` at the latest; what has no answer by then is left out. */
  refresh: () => Promise<void>;
};

/** Keeps asked figures fresh, however often they are read. */
export function createFigureKeeper(limitMs: number, now: () => number = () => performance.now()): FigureKeeper {
  const all: { figures: AskedFigures; askedAt: number; asking: Promise<void> | null }[] = [];
  type Kept = (typeof all)[number];

  const ask = (kept: Kept): Promise<void> => {
    if (kept.asking) return kept.asking;
    if (now() - kept.askedAt < kept.figures.everyMs) return Promise.resolve();
    kept.askedAt = now();
    kept.asking = kept.figures
      .ask()
      // whose work needs it says so in the log
      .catch(() => kept.figures.forget())
      .finally(() => {
        kept.asking = null;
      });
    return kept.asking;
  };

  return {
    add: (figures) => void all.push({ figures, askedAt: Number.NEGATIVE_INFINITY, asking: null }),
    async refresh() {
      const late = new AbortController();
      const limit = sleep(limitMs, undefined, { signal: late.signal, ref: false }).catch(() => undefined);
      const awaited = new Set(all);
      const asked = all.map((kept) => ask(kept).then(() => void awaited.delete(kept)));
      await Promise.race([Promise.all(asked), limit]);
      late.abort();
      for (const { figures } of awaited) figures.forget();
    },
  };
}
