/** Of the width a table is seen in, what may lie over its columns when it is scrolled sideways. */
const MOST = 0.6;

/** True when `covered` pixels at the edges of a table leave enough of `room`, the width it is seen in; 0: not known yet. */
export function fitsPinnedColumns(covered: number, room: number): boolean {
  return room === 0 || covered <= room * MOST;
}
