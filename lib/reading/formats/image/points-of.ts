/** Height of A4 in points; the size assumed for a picture that does not tell its own. */
const USUAL_HEIGHT = 842;
const [LEAST_RESOLUTION, MOST_RESOLUTION] = [90, 2400];
const POINTS_PER_INCH = 72;
const [LEAST_SIDE, MOST_SIDE] = [36, 14_400];

/**
 * Size in points of a picture measured in pixels. Stated resolutions below 90 dots per inch are defaults of some program, not of
 * a scanner; then, and when nothing is stated, the longer side is taken to be that of A4.
 */
export function pointsOf(page: { width: number; height: number; dotsPerInch: number | null }): { width: number; height: number } {
  const { width, height, dotsPerInch } = page;
  const longest = Math.max(width, height);
  let scale = USUAL_HEIGHT / longest;
  if (dotsPerInch !== null && dotsPerInch >= LEAST_RESOLUTION && dotsPerInch <= MOST_RESOLUTION) {
    const stated = POINTS_PER_INCH / dotsPerInch;
    if (longest * stated >= LEAST_SIDE && longest * stated <= MOST_SIDE) scale = stated;
  }
  return { width: Math.max(1, width * scale), height: Math.max(1, height * scale) };
}
