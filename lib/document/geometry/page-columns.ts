import { type LinedPage, segmentsOfLine } from './page-lines.ts';

/** Left and right edge of a column of a table as it stands on the page, in fractions of the page's width. */
export type ColumnBand = { left: number; right: number };

const BINS = 1200;
/** With this many lines, gaps between words no longer line up by chance. */
const MANY_LINES = 10;
const SHARE_OF_STRAYS = 0.06;

/**
 * The columns that the given lines stand in: stretches of the page's width parted by strips that stay white on all lines
 * (a few strays aside, when there are many lines). Left to right.
 * @param cellOf what tells cells apart that stand close: words of two cells are two columns, however small the gap
 */
export function findColumnBands(
  lines: readonly { lined: LinedPage; line: number }[],
  cellOf: (page: number, word: number) => string | undefined = () => undefined,
): ColumnBand[] {
  const covered = new Uint16Array(BINS);
  const gap = lines.length >= MANY_LINES ? 0.45 : 0.8;
  for (const { lined, line } of lines) {
    const entry = lined.lines[line];
    if (!entry) continue;
    const number = lined.page.number;
    const isParted = (a: number, b: number) => {
      const [left, right] = [cellOf(number, a), cellOf(number, b)];
      return left !== undefined && right !== undefined && left !== right;
    };
    for (const words of segmentsOfLine(lined, entry, gap, isParted)) {
      const from = Math.max(0, Math.floor(lined.page.words[words[0]!]!.box[0] * BINS));
      const to = Math.min(BINS - 1, Math.ceil(lined.page.words[words.at(-1)!]!.box[2] * BINS) - 1);
      for (let bin = from; bin <= to; bin++) covered[bin] = covered[bin]! + 1;
    }
  }
  const strays = lines.length >= MANY_LINES ? Math.floor(SHARE_OF_STRAYS * lines.length) : 0;
  const bands: ColumnBand[] = [];
  let start = -1;
  for (let bin = 0; bin <= BINS; bin++) {
    const isCovered = bin < BINS && covered[bin]! > strays;
    if (isCovered && start < 0) start = bin;
    if (!isCovered && start >= 0) {
      bands.push({ left: start / BINS, right: bin / BINS });
      start = -1;
    }
  }
  return bands;
}

/** The band a word stands in or is nearest to: index, or -1 without bands. */
export function bandOf(bands: readonly ColumnBand[], left: number, right: number): number {
  const middle = (left + right) / 2;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  bands.forEach((band, index) => {
    const distance = Math.max(band.left - middle, middle - band.right, 0);
    if (distance < least) {
      least = distance;
      best = index;
    }
  });
  return best;
}
