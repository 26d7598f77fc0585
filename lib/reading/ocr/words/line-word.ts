/**
 * A word of one line; `left` and `right` are columns of the line's crop, `confidence` is the probability that the text is
 * right: of the least sure character, or what the comparison of two readers makes of it.
 */
export type LineWord = { text: string; confidence: number; left: number; right: number };
