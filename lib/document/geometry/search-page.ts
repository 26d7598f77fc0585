import type { PageMatch } from '#lib/contract/desk/page-search.ts';
import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { textKey } from '../values/fold-text.ts';
import { unionAll } from './box.ts';

/** The box of the matched words on each line they run over. */
function boxesOf(page: Page, first: number, last: number): Box[] {
  const boxes: Box[] = [];
  let line: Box[] = [];
  for (let index = first; index <= last; index += 1) {
    const box = page.words[index]!.box;
    const before = line.at(-1);
    // A word that begins left of the one before it, or below it, stands on another line.
    if (before && (box[0] < before[0] || box[1] > before[3])) {
      boxes.push(unionAll(line));
      line = [];
    }
    line.push(box);
  }
  boxes.push(unionAll(line));
  return boxes;
}

/**
 * Places of a page where `sought` stands, in reading order, whatever case, accents, punctuation and spaces: `de 123` finds
 * `DE123` and `DE 12 34`. A match lies inside one word or begins with a word. Text that cannot be seen is not searched.
 * @param limit most places given
 */
export function searchPage(page: Page, sought: string, limit = 1000): PageMatch[] {
  return searchPageForAny(page, [sought], limit);
}

/** Places of a page where any of several texts stands, in reading order; see `searchPage`. Of places that share a word the first counts. */
export function searchPageForAny(page: Page, sought: readonly string[], limit = 1000): PageMatch[] {
  const text = textOfPage(page);
  const keys = sought.map(textKey).filter((key) => key !== '');
  const ranges = keys.flatMap((key) => rangesOf(text, key, limit)).sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  const matches: PageMatch[] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    if (matches.length >= limit) break;
    if (from < next) continue;
    const words = page.words.slice(from, to + 1).map((word) => word.text);
    matches.push({ page: page.number, boxes: boxesOf(page, from, to), text: words.join(' ') });
    next = to + 1;
  }
  return matches;
}

/** The words of a page that can be seen, without case, accents, punctuation and spaces: `indices[n]`, a word of the page, begins at `starts[n]`. */
type PageText = { all: string; starts: number[]; indices: number[] };

function textOfPage({ words }: Page): PageText {
  const text: PageText = { all: '', starts: [], indices: [] };
  words.forEach((word, index) => {
    const folded = word.hidden ? '' : textKey(word.text);
    if (folded === '') return;
    text.starts.push(text.all.length);
    text.indices.push(index);
    text.all += folded;
  });
  return text;
}

/** First and last word of each place where a key stands. */
function rangesOf({ all, starts, indices }: PageText, key: string, limit: number): [number, number][] {
  const wordAt = (offset: number) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const ranges: [number, number][] = [];
  for (let at = all.indexOf(key); at >= 0 && ranges.length < limit; ) {
    const first = wordAt(at);
    const last = wordAt(at + key.length - 1);
    if (first !== last && starts[first] !== at) {
      at = all.indexOf(key, at + 1);
      continue;
    }
    ranges.push([indices[first]!, indices[last]!]);
    // Twice in one word is one place to look at.
    at = all.indexOf(key, last + 1 < starts.length ? Math.max(at + key.length, starts[last + 1]!) : all.length);
  }
  return ranges;
}
