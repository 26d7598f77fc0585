import type { OutlineEntry } from '#lib/contract/service/reading.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';

const MOST_ENTRIES = 2000;
const DEEPEST = 10;

/** The bookmarks of a PDF, top to bottom; levels count from 1. Loops among them end the list. */
export function readOutline(document: OpenDocument): OutlineEntry[] {
  const { api } = document.pdfium;
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const visit = (parent: number, level: number) => {
    let bookmark = api.FPDFBookmark_GetFirstChild(document.handle, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && entries.length < MOST_ENTRIES) {
      seen.add(bookmark);
      const current = bookmark;
      const title = document.pdfium.fillText((buffer, size) => api.FPDFBookmark_GetTitle(current, buffer, size)).trim();
      const target = targetPage(document, api.FPDFBookmark_GetDest(document.handle, current), api.FPDFBookmark_GetAction(current));
      if (title !== '') entries.push({ title, level, page: target });
      if (level < DEEPEST) visit(current, level + 1);
      bookmark = api.FPDFBookmark_GetNextSibling(document.handle, current);
    }
  };
  visit(0, 1);
  return entries;
}

/** The 1-based page that a destination or an action leads to, or null. */
export function targetPage({ pdfium, handle }: OpenDocument, destination: number, action: number): number | null {
  const { api } = pdfium;
  const found = destination !== 0 ? destination : action !== 0 ? api.FPDFAction_GetDest(handle, action) : 0;
  if (found === 0) return null;
  const index = api.FPDFDest_GetDestPageIndex(handle, found);
  return index >= 0 ? index + 1 : null;
}
