import type { Box } from '#lib/contract/box.ts';

const percent = (value: number) => `${value * 100}%`;

/** Style that lays an element over a box of its page. @param margin share of the page added on each side */
export function place([left, top, right, bottom]: Box, margin = 0.0025) {
  return {
    left: percent(left - margin),
    top: percent(top - margin),
    width: percent(right - left + 2 * margin),
    height: percent(bottom - top + 2 * margin),
  };
}
