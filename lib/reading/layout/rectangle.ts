/** A rectangle in points from the top left corner of its page. */
export type Rectangle = { left: number; top: number; width: number; height: number };
