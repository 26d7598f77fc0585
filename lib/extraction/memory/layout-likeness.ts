/**
 * Likeness from which two documents count as one layout (see `findAlike`). On documents held out, what memory proposes by itself is
 * right in about nine of ten cases from there on.
 */
export const LAYOUT_LIKENESS = 0.45;
