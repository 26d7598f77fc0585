import type { Box } from '#lib/contract/service/box.ts';

const percent = (value: number) => `${value * 100}%`;

/** Style that lays an element over a box of its page. @param margin CSS pixels added on each side: pages may be very high */
export function place([left, top, right, bottom]: Box, margin = 2) {
  return {
    left: `calc(${percent(left)} - ${margin}px)`,
    top: `calc(${percent(top)} - ${margin}px)`,
    width: `calc(${percent(right - left)} + ${2 * margin}px)`,
    height: `calc(${percent(bottom - top)} + ${2 * margin}px)`,
  };
}
