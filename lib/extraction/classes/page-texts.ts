import type { Page, Reading } from '#lib/contract/service/reading.ts';
import { foldText } from '#lib/document/values/fold-text.ts';

/** A folded word of a page with the index of the page's word it comes from. */
export type Token = { token: string; word: number };
export type PageText = { page: Page; tokens: Token[]; places: Map<string, number[]> };

const MOST_PAGES = 5;

/** The folded words of a text: no accents, lower case, split at everything that is no letter or digit, and at inner capitals. */
export function wordsOf(text: string): string[] {
  return foldText(text.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** The words of the first visible pages, folded, with where each stands (`places`: token → positions in `tokens`). */
export function pageTexts(reading: Reading): PageText[] {
  return reading.pages
    .filter(({ hidden }) => !hidden)
    .slice(0, MOST_PAGES)
    .map((page) => {
      const tokens = joinLetters(
        page.words.flatMap((word, index) => (word.hidden ? [] : wordsOf(word.text).map((token) => ({ token, word: index })))),
      );
      const places = new Map<string, number[]>();
      tokens.forEach(({ token }, at) => {
        const known = places.get(token);
        if (known) known.push(at);
        else places.set(token, [at]);
      });
      return { page, tokens, places };
    });
}

/** Spaced titles (`I N V O I C E`) as one word: four and more single letters in a row. */
function joinLetters(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    let end = at;
    while (/^\p{L}$/u.test(tokens[end]?.token ?? '')) end += 1;
    if (end - at >= 4)
      joined.push({
        token: tokens
          .slice(at, end)
          .map(({ token }) => token)
          .join(''),
        word: tokens[at]!.word,
      });
    else joined.push(...tokens.slice(at, Math.max(end, at + 1)));
    at = Math.max(end, at + 1);
  }
  return joined;
}

/** Shortest name that may end a compound, as `rechnung` ends `handelsrechnung`. */
const SHORTEST_END = 7;

/** Where a one-word name stands as the end of a longer word. */
export function findCompounds({ tokens }: PageText, name: string): number[][] {
  if (name.length < SHORTEST_END) return [];
  return tokens.filter(({ token }) => token.length > name.length && token.endsWith(name)).map(({ word }) => [word]);
}

/** Where a term stands on a page: for each time, the indices of the page's words. */
export function findTerm({ tokens, places }: PageText, term: readonly string[]): number[][] {
  const [first = '', ...rest] = term;
  return (places.get(first) ?? [])
    .filter((at) => rest.every((word, offset) => tokens[at + offset + 1]?.token === word))
    .map((at) => [...new Set(term.map((_word, offset) => tokens[at + offset]!.word))]);
}
