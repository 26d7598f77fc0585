import { createRandom } from '#training/learning/random.ts';

/** The programs of the cluster form; there are two of each. */
export const PROGRAMS = ['service', 'service-worker', 'desk-worker', 'web'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** Where links lead. */
export const WAYS = ['database', 'storage', 'service'] as const;
export type Way = (typeof WAYS)[number];

/** Which of two. */
export type Copy = 0 | 1;

/** What is done to the cluster. `ms`: how long it lasts, or how long after its end a program is started again. */
export type Fault = { waitMs: number; ms: number } & (
  | { kind: 'kill' | 'terminate' | 'pause' | 'disk full'; program: ProgramName; copy: Copy }
  /** A child process that reads or extracts, the so-manieth (0 to 1) of those that there are at the time. The embedded service's documents have none at the desk. */
  | { kind: 'kill child'; program: 'service-worker'; copy: Copy; which: number }
  /** Its clock is so far off. */
  | { kind: 'clock'; program: ProgramName; copy: Copy; offMs: number }
  | { kind: 'end sessions'; share: number }
  | { kind: 'kill database' | 'pause database' | 'kill storage' | 'pause storage' }
  | { kind: 'cut' | 'silence' | 'slow'; way: Way; program: ProgramName; copy: Copy }
);

const BETWEEN_MS = [2000, 4000] as const;
const RESTART_MS = [1000, 3000] as const;
const PAUSE_MS = [2000, 20_000] as const;
const AWAY_MS = [1000, 10_000] as const;
/** An hour, which is also what a clock is off with a wrong time zone. */
const MOST_OFF_MS = 3_600_000;

/** How often a kind comes, beside the others. */
const SHARES: Record<Fault['kind'], number> = {
  kill: 6,
  terminate: 3,
  pause: 4,
  'kill child': 4,
  'end sessions': 3,
  'kill database': 1,
  'pause database': 1,
  'kill storage': 1,
  'pause storage': 1,
  cut: 3,
  silence: 3,
  slow: 2,
  'disk full': 1,
  clock: 2,
};

/** Which programs have a link there. */
const ENDS: Record<Way, readonly ProgramName[]> = { database: PROGRAMS, storage: PROGRAMS, service: ['desk-worker', 'web'] };

/**
 * The faults of a campaign: the same ones for the same seed and the same kinds.
 * @param leftOut kinds that cannot be done here
 */
export function drawFaults(count: number, seed: number, leftOut: ReadonlySet<Fault['kind']> = new Set()): Fault[] {
  const random = createRandom(seed);
  const between = ([least, most]: readonly [number, number]) => Math.round(least + random() * (most - least));
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const kinds = (Object.keys(SHARES) as Fault['kind'][])
    .filter((kind) => !leftOut.has(kind))
    .flatMap((kind) => Array<Fault['kind']>(SHARES[kind]).fill(kind));

  const draw = (): Fault => {
    const kind = pick(kinds);
    const waitMs = between(BETWEEN_MS);
    const copy = pick([0, 1] as const);
    switch (kind) {
      case 'kill':
      case 'terminate':
        return { kind, waitMs, ms: between(RESTART_MS), program: pick(PROGRAMS), copy };
      case 'pause':
      case 'disk full':
        return { kind, waitMs, ms: between(PAUSE_MS), program: pick(PROGRAMS), copy };
      case 'clock':
        return { kind, waitMs, ms: between(PAUSE_MS), program: pick(PROGRAMS), copy, offMs: between([-MOST_OFF_MS, MOST_OFF_MS]) };
      case 'kill child':
        return { kind, waitMs, ms: 0, program: 'service-worker', copy, which: random() };
      case 'end sessions':
        return { kind, waitMs, ms: 0, share: random() };
      case 'kill database':
      case 'kill storage':
        return { kind, waitMs, ms: between(RESTART_MS) };
      case 'pause database':
      case 'pause storage':
        return { kind, waitMs, ms: between(AWAY_MS) };
      default: {
        const way = pick(WAYS);
        return { kind, waitMs, ms: between(PAUSE_MS), way, program: pick(ENDS[way]), copy };
      }
    }
  };
  return Array.from({ length: count }, draw);
}

/** One line that names a fault. */
export function nameFault(fault: Fault): string {
  const lasts = fault.ms > 0 ? ` (${(fault.ms / 1000).toFixed(1)} s)` : '';
  if ('way' in fault) return `${fault.kind} ${fault.program} ${fault.copy + 1} → ${fault.way}${lasts}`;
  if (fault.kind === 'clock') return `clock of ${fault.program} ${fault.copy + 1} off by ${Math.round(fault.offMs / 1000)} s${lasts}`;
  if ('program' in fault) return `${fault.kind}: ${fault.program} ${fault.copy + 1}${lasts}`;
  return `${fault.kind}${lasts}`;
}
