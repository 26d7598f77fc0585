import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { type Dependency, findOutage, type OutageError } from '../outage-error.ts';

const FIRST_MS = 250;
const LONGEST_MS = 15_000;
const PROBE_MS = 10_000;
/** An outage so soon after the last one is the same: probing goes on at the pace it had. */
const SAME_MS = 60_000;
/** For so long after an outage work is taken up gently. */
const GENTLE_MS = 3_000;

/** Asks whether a dependency does what it is for. @throws when it does not */
export type Probe = () => Promise<unknown>;

/** Knows which dependencies are away, as far as this process has met it, and probes those until they answer. */
export type DependencyWatch = {
  /** Records an outage. Resolves when the dependency answers, or the watch is stopped, with whether the first probe was answered. */
  record: (outage: OutageError) => Promise<{ wasShort: boolean }>;
  isAway: () => boolean;
  /** True for a moment after an outage. */
  isGentle: () => boolean;
  isStopped: () => boolean;
  /** Resolves when nothing is away, or the watch is stopped. */
  whenBack: () => Promise<void>;
  stop: () => void;
};

/**
 * @param options.probes what to ask; a dependency without one counts as back after the first pause
 * @param options.onBack called whenever a dependency is back
 */
export function createDependencyWatch(options: {
  probes: Partial<Record<Dependency, Probe>>;
  log: Log | undefined;
  onBack: () => void;
}): DependencyWatch {
  const { probes, log, onBack } = options;
  const away = new Map<Dependency, Promise<{ wasShort: boolean }>>();
  const paces = new Map<Dependency, { pause: number; at: number }>();
  const stopping = new AbortController();
  let backAt = Number.NEGATIVE_INFINITY;

  async function probe(first: OutageError): Promise<{ wasShort: boolean }> {
    const { dependency } = first;
    const begun = performance.now();
    const before = paces.get(dependency);
    let pause = before && begun - before.at < SAME_MS ? before.pause : FIRST_MS;
    for (let tries = 1; ; tries += 1) {
      await sleep(pause * (0.75 + Math.random() / 2), undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      const answers = stopping.signal.aborted || (await doesAnswer(probes[dependency]));
      pause = Math.min(LONGEST_MS, pause * 2);
      if (tries === 1 && !answers) {
        const { kind, cause, message } = first;
        log?.warn(message, { dependency, kind, error: cause, meaning: 'work waits until it answers' });
      }
      if (!answers) continue;
      backAt = performance.now();
      paces.set(dependency, { pause, at: backAt });
      away.delete(dependency);
      if (tries > 1 && !stopping.signal.aborted) {
        log?.info('work goes on after an outage', { dependency, seconds: Math.round((backAt - begun) / 1000) });
      }
      onBack();
      return { wasShort: tries === 1 };
    }
  }

  return {
    record(outage) {
      const present = away.get(outage.dependency) ?? probe(outage);
      away.set(outage.dependency, present);
      return present;
    },
    isAway: () => away.size > 0,
    isGentle: () => performance.now() - backAt < GENTLE_MS,
    isStopped: () => stopping.signal.aborted,
    async whenBack() {
      while (away.size > 0) await Promise.all(away.values());
    },
    stop: () => stopping.abort(),
  };
}

async function doesAnswer(probe: Probe | undefined): Promise<boolean> {
  const limit = new AbortController();
  const late = sleep(PROBE_MS, false, { signal: limit.signal, ref: false }).catch(() => false);
  const answered = (probe?.() ?? Promise.resolve()).then(
    () => true,
    // whatever else it says, it speaks
    (error) => findOutage(error) === null,
  );
  const answers = await Promise.race([answered, late]);
  limit.abort();
  return answers;
}
