/** The priorities of documents in words. */
export const PRIORITY_WORDS: Record<number, string> = { [-1]: 'Low', 0: 'Normal', 1: 'High', 2: 'Urgent' };
