/** What a document asked of a reviewer's hands and of the desk. */
type Work = {
  /** Keys besides typed characters. */
  keys: number;
  characters: number;
  /** Fields that had to be looked at. */
  looks: number;
  /** What the reviewer waited for the desk, ms. */
  machineMs: number;
};

/**
 * Seconds of work by the keystroke-level model of Card, Moran and Newell (“The keystroke-level model for user performance time with
 * interactive systems”, Communications of the ACM 23, 1980): 0.28 s for a key of an average typist who is no typist by trade (40 words a
 * minute), 1.35 s for each mental step.
 * @returns `hand` and `machine` time, and `mind`: one step for each field that is looked at and one for the approval
 */
export function workSeconds({ keys, characters, looks, machineMs }: Work): { hand: number; machine: number; mind: number } {
  return { hand: (keys + characters) * KEY_S, machine: machineMs / 1000, mind: (looks + 1) * MENTAL_S };
}

const KEY_S = 0.28;
/** Seconds of a mental step. */
export const MENTAL_S = 1.35;
