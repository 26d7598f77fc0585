/** What a search finds that very many documents fit is counted up to this. */
export const MOST_COUNTED = 1000;
