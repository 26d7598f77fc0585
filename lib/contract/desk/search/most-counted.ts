/** Where a search finds a great part of many documents, they are counted up to this. */
export const MOST_COUNTED = 1000;
