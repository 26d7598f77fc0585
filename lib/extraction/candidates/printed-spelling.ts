import { textKey } from '#lib/document/values/fold-text.ts';
import { type DocumentView, textOfTokens } from '../view/document-view.ts';
import type { PageView } from '../view/page-view.ts';

/** Letters that machine-readable zones write as several (ICAO Doc 9303-3, section 6). */
const SEVERAL: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', ñ: 'nxx', þ: 'th', ð: 'd' };

/** Both keys that a word may have in a zone: accents left out, or letters written as several. */
function keysOf(text: string): string[] {
  const lower = text.toLowerCase().normalize('NFC');
  return [...new Set([textKey(text), textKey(lower.replace(/[äöüåøñþð]/g, (letter) => SEVERAL[letter] ?? letter))])];
}

/** Words of a name at most. */
const MOST_WORDS = 8;

/**
 * Where a page prints a name that a zone has in the letters A to Z only (“MUELLER” for “Müller”), and how it spells it. Lines of zones
 * are passed over.
 */
export function findSpelling(view: DocumentView, page: PageView, name: string): { range: [number, number]; text: string } | null {
  const wanted = textKey(name);
  if (!wanted) return null;
  for (let start = page.tokens[0]; start < page.tokens[1]; start++) {
    let keys = [''];
    for (let end = start + 1; end <= Math.min(page.tokens[1], start + MOST_WORDS); end++) {
      const token = view.tokens[end - 1];
      if (!token || token.text.includes('<')) break;
      keys = keys.flatMap((key) => keysOf(token.text).map((more) => key + more)).filter((key) => wanted.startsWith(key));
      if (keys.length === 0 || keys[0] === '') break;
      if (keys.includes(wanted)) return { range: [start, end], text: textOfTokens(view, start, end).replace(/[\s,;:.]+$/, '') };
    }
  }
  return null;
}
