import { listDocumentWords } from './document-words.ts';
import { foldText } from './fold-text.ts';

/** Marks and signs that say yes and no beside the words of the languages. */
const YES = new Set([...listDocumentWords(({ yes }) => yes), 'x', 'on', '1', '☑', '☒', '✓', '✔', '✗', '✘', '[x]', '(x)']);
const NO = new Set([...listDocumentWords(({ no }) => no), 'off', '0', '☐', '□', '[]', '()', '[ ]', '( )']);

/** Reads yes/no words, marks and tick signs of the known languages: true, false, or null. */
export function parseBoolean(text: string): boolean | null {
  const word = foldText(text).trim();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}
