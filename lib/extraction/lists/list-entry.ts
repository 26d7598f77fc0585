import { type DocumentView, textOfTokens } from '../view/document-view.ts';

/** One entry of a list as printed: half-open token ranges, one for each of its lines, on one page. */
export type ListEntry = { ranges: [number, number][]; page: number };

/** The text of a line as an entry, without the bullet before it and the comma or full stop behind it. */
export function textOfEntry(view: DocumentView, { ranges }: ListEntry): string {
  return ranges
    .map(([start, end]) => textOfTokens(view, start, end))
    .join(' ')
    .replace(/^[•·*–-]\s*|[\s,;.]+$/g, '');
}
