import type { Effort } from '#lib/contract/desk/insights/effort.ts';
import { parsePointer } from '#lib/document/values/pointer.ts';

/** Longer without a key, a click or a scroll, and the person was elsewhere; the time up to then counts. */
const PAUSE_MS = 60_000;
/** What a request takes, see `effortSchema`. */
const MOST_FIELDS = 500;
const MOST_SECONDS = 4 * 60 * 60;
const MOST_KEYS = 100_000;

/** What the review of one document has taken so far in this tab. */
export type EffortMeter = {
  /** Something was done. @param pointer of the field that has the focus; null outside of fields @param isKey it was a key */
  note: (pointer: string | null, isKey?: boolean) => void;
  /** The page is not looked at any more, or again. */
  setVisible: (isVisible: boolean) => void;
  read: () => Effort;
};

type Spent = { ms: number; keys: number };

/** @param clock milliseconds, for tests */
export function createEffortMeter(clock: () => number = () => performance.now()): EffortMeter {
  const whole: Spent = { ms: 0, keys: 0 };
  const fields = new Map<string, Spent>();
  let last: number | null = clock();
  let present: string | null = null;

  function pass(): void {
    const now = clock();
    if (last !== null) {
      const ms = Math.min(PAUSE_MS, Math.max(0, now - last));
      whole.ms += ms;
      const field = present === null ? undefined : fields.get(present);
      if (field) field.ms += ms;
    }
    last = now;
  }

  return {
    note(pointer, isKey = false) {
      pass();
      present = pointer === null ? null : fieldOf(pointer);
      if (present !== null && !fields.has(present) && fields.size < MOST_FIELDS) fields.set(present, { ms: 0, keys: 0 });
      if (!isKey) return;
      whole.keys += 1;
      const field = present === null ? undefined : fields.get(present);
      if (field) field.keys += 1;
    },
    setVisible(isVisible) {
      if (isVisible) last = clock();
      else {
        pass();
        last = null;
      }
    },
    read() {
      if (last !== null) pass();
      return { ...toSpent(whole), fields: Object.fromEntries([...fields].map(([name, spent]) => [name, toSpent(spent)])) };
    },
  };
}

/** `/lines/3/amount` → `lines.amount`; `/number` → `number`. */
function fieldOf(pointer: string): string | null {
  const [name, , column] = parsePointer(pointer);
  if (name === undefined) return null;
  return column === undefined ? name : `${name}.${column}`;
}

function toSpent({ ms, keys }: Spent): { seconds: number; keys: number } {
  return { seconds: Math.min(MOST_SECONDS, Math.round(ms / 100) / 10), keys: Math.min(MOST_KEYS, keys) };
}

const meters = new Map<string, EffortMeter>();

/** Begins to measure the review of a document, or goes on with it. */
export function startEffort(documentId: string): EffortMeter {
  const known = meters.get(documentId);
  if (known) {
    known.setVisible(true);
    return known;
  }
  const meter = createEffortMeter();
  meters.set(documentId, meter);
  return meter;
}

/** What the review of a document took, for its decision; undefined where nothing was measured. */
export function readEffort(documentId: string): Effort | undefined {
  return meters.get(documentId)?.read();
}

/** Forgets what was measured, after the decision was taken. */
export function endEffort(documentId: string): void {
  meters.delete(documentId);
}
