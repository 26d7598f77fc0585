import type { PageView } from './page-view.ts';

/** The edges of a box in ems of its page. @param box left, top, right, bottom as shares of the page, 0 to 1 */
export function boxInEms(
  { width, height }: PageView,
  [left = 0, top = 0, right = 0, bottom = 0]: readonly number[],
): { left: number; top: number; right: number; bottom: number } {
  return { left: left * width, top: top * height, right: right * width, bottom: bottom * height };
}
