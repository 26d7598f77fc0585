import { type DocumentView, textOfTokens } from '../view/document-view.ts';
import type { ListEntry } from './list-entry.ts';

/** Characters of an entry at most. */
export const LONGEST = 80;

/** Entries between commas, semicolons, strokes and dots of a half-open range of tokens. */
export function splitEntries(view: DocumentView, from: number, to: number): ListEntry[] {
  const out: ListEntry[] = [];
  let start = from;
  const page = view.tokens[from]?.page ?? 0;
  const close = (end: number) => {
    const text = textOfTokens(view, start, end);
    if (end > start && /[\p{L}\p{N}]/u.test(text) && text.length <= LONGEST) out.push({ ranges: [[start, end]], page });
  };
  for (let token = from; token < to; token++) {
    const text = view.tokens[token]?.text ?? '';
    if (/^[•·|;,/]$/.test(text)) {
      close(token);
      start = token + 1;
    } else if (/[,;]$/.test(text)) {
      close(token + 1);
      start = token + 1;
    }
  }
  close(to);
  return out;
}
