import { lastAtOrBefore } from '#lib/document/geometry/last-at-or-before.ts';
import type { DocumentView } from '../view/document-view.ts';
import type { PageView } from '../view/page-view.ts';

/** Separator between columns: wider than any gap a pattern may cross. */
const COLUMN = '\t\t\t\t';

/** A page's text in reading order, with the way back from offsets to tokens. */
export type PageStream = {
  text: string;
  /** Tokens whose text overlaps the offsets, as a half-open range. */
  tokensAt(start: number, end: number): [number, number];
};

/**
 * Joins a page's tokens: a space inside a segment, a line break between lines of one paragraph, a column separator
 * anywhere else. On recognised pages letters that stand for digits inside numbers are read as digits (same length).
 */
export function streamPage(view: DocumentView, page: PageView): PageStream {
  const starts: number[] = [];
  let text = '';
  const recognised = page.page.source === 'ocr';
  for (let index = page.tokens[0]; index < page.tokens[1]; index++) {
    const token = view.tokens[index];
    if (!token) continue;
    if (index > page.tokens[0] && !token.glued) text += separator(view, index);
    starts.push(text.length);
    text += recognised ? repairDigits(token.text) : token.text;
  }
  return {
    text,
    tokensAt(start, end) {
      const first = lastAtOrBefore(starts, start);
      const last = lastAtOrBefore(starts, Math.max(start, end - 1));
      return [page.tokens[0] + first, page.tokens[0] + last + 1];
    },
  };
}

/** True when two words are set in about one size; recognised words vary by themselves. */
export function isAlike(a: number, b: number, recognised: boolean): boolean {
  return Math.max(a, b) <= Math.min(a, b) * (recognised ? 1.9 : 1.25);
}

function separator(view: DocumentView, index: number): string {
  const token = view.tokens[index];
  const before = view.tokens[index - 1];
  if (!token || !before) return ' ';
  if (token.segment === before.segment) return ' ';
  const segment = view.segments[token.segment];
  const above = view.segments[before.segment];
  if (!segment || !above || segment.page !== above.page) return COLUMN;
  const flows =
    segment.cell === above.cell &&
    segment.table === above.table &&
    segment.top > above.top + 0.3 &&
    segment.top - above.bottom < 1.3 &&
    segment.left < above.right &&
    above.right - above.left > 12 &&
    isAlike(token.size, before.size, view.recognised);
  return flows ? '\n' : COLUMN;
}

const CONFUSED: Record<string, string> = { O: '0', o: '0', D: '0', l: '1', I: '1', '|': '1', i: '1', S: '5', B: '8', Z: '2' };

/** "1O.5O" → "10.50", only in tokens that are mostly digits and number signs. */
export function repairDigits(text: string): string {
  if (!/\d/.test(text) || !/[OoDlI|iSBZ]/.test(text)) return text;
  const core = text.replace(/^(?:RM|Rp|[$€£¥])/i, '');
  const head = text.slice(0, text.length - core.length);
  if (!/^[\dOoDlI|iSBZ.,:/-]+$/.test(core)) return text;
  // "B12" is a code; "B1.20" a figure.
  if (/^[A-Za-z|]/.test(core) && !/[.,]\w{2}$/.test(core)) return text;
  const digits = core.replace(/[^\d]/g, '').length;
  const letters = core.replace(/[^OoDlI|iSBZ]/g, '').length;
  if (letters > digits || (letters >= digits && !/[.,/]/.test(core))) return text;
  return head + core.replace(/[OoDlI|iSBZ]/g, (letter) => CONFUSED[letter] ?? letter);
}
