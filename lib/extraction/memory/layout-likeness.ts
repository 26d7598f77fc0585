/**
 * Likeness of two sketches (`findAlike`) from which two documents count as one layout. At this likeness, what memory alone proposes was
 * right in about nine of ten cases on documents held out.
 */
export const LAYOUT_LIKENESS = 0.45;
