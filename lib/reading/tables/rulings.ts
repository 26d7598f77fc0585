import type { Box } from '#lib/contract/service/box.ts';

/** A level line at `y` from `from` to `to`, or an upright one at `x`; points. */
export type Ruling = { at: number; from: number; to: number };
export type Rulings = { level: Ruling[]; upright: Ruling[] };

/** Points: nearer lines are one, shorter breaks in a line are closed. */
const SAME_LINE = 2.5;
const LONGEST_BREAK = 4;
const SHORTEST = 6;
const MOST_STROKES = 20_000;

/** Joins drawn strokes (boxes in points, thin in one direction) to rulings. Dashes become one line, double lines one. */
export function joinRulings(strokes: readonly Box[]): Rulings {
  const level: Ruling[] = [];
  const upright: Ruling[] = [];
  for (const [left, top, right, bottom] of strokes.slice(0, MOST_STROKES)) {
    if (right - left >= bottom - top) level.push({ at: (top + bottom) / 2, from: left, to: right });
    else upright.push({ at: (left + right) / 2, from: top, to: bottom });
  }
  return { level: join(level), upright: join(upright) };
}

function join(lines: Ruling[]): Ruling[] {
  lines.sort((a, b) => a.at - b.at);
  const joined: Ruling[] = [];
  for (let start = 0; start < lines.length; ) {
    let end = start + 1;
    while (end < lines.length && lines[end]!.at - lines[end - 1]!.at < SAME_LINE && lines[end]!.at - lines[start]!.at < 2 * SAME_LINE)
      end++;
    const group = lines.slice(start, end).sort((a, b) => a.from - b.from);
    let open: Ruling | null = null;
    for (const line of group) {
      if (open && line.from <= open.to + LONGEST_BREAK) {
        open.to = Math.max(open.to, line.to);
      } else {
        open = { ...line };
        joined.push(open);
      }
    }
    start = end;
  }
  return joined.filter(({ from, to }) => to - from >= SHORTEST);
}
