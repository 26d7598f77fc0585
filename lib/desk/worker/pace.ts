const FIRST_MS = 100;
const LONGEST_MS = 15_000;
const FACTOR = 1.5;

/** How long to wait before the next look at a document after so many looks without news: 0.1 s, growing to 15 s. */
export function pauseAfter(looks: number): number {
  return Math.round(Math.min(LONGEST_MS, FIRST_MS * FACTOR ** Math.min(looks, 20)));
}
