import { turnBox } from '#lib/document/geometry/box.ts';

/** Quarter turns clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

/** Both turns one after the other. */
export function addTurns(a: Turn, b: Turn): Turn {
  return ((a + b) % 360) as Turn;
}

/** The place on the page of a place on its turned picture; both in fractions. */
export function pointOnPage(x: number, y: number, turn: Turn): [number, number] {
  const [left, top] = turnBox([x, y, x, y], ((360 - turn) % 360) as Turn);
  return [left, top];
}
