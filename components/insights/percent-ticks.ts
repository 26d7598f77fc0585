/** Distances between lines; each divides 100. */
const STEPS = [1, 2, 5, 10, 20, 25];
/** Below the lowest share there is so much room, in per cent. */
const ROOM = 1;
const MOST_LINES = 5;

/** Whole per cents at equal distances from below a share up to 100, so that a line stands where its words say. @param lowest 0 to 100 */
export function percentTicks(lowest: number): number[] {
  const from = Math.max(0, lowest - ROOM);
  const step = STEPS.find((one) => Math.ceil((100 - from) / one) <= MOST_LINES) ?? 25;
  const lines = Math.max(1, Math.ceil((100 - from) / step));
  return Array.from({ length: lines + 1 }, (_, at) => 100 - (lines - at) * step);
}
