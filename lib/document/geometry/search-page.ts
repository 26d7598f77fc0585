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
  const key = textKey(sought);
  if (key === '') return [];
  const starts: number[] = [];
  const indices: number[] = [];
  let all = '';
  page.words.forEach((word, index) => {
    const folded = word.hidden ? '' : textKey(word.text);
    if (folded === '') return;
    starts.push(all.length);
    indices.push(index);
    all += folded;
  });
  const wordAt = (offset: number) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const matches: PageMatch[] = [];
  for (let at = all.indexOf(key); at >= 0 && matches.length < limit; ) {
    const first = wordAt(at);
    const last = wordAt(at + key.length - 1);
    if (first !== last && starts[first] !== at) {
      at = all.indexOf(key, at + 1);
      continue;
    }
    const [from, to] = [indices[first]!, indices[last]!];
    const text = page.words
      .slice(from, to + 1)
      .map((word) => word.text)
      .join(' ');
    matches.push({ page: page.number, boxes: boxesOf(page, from, to), text });
    // Twice in one word is one place to look at.
    at = all.indexOf(key, last + 1 < starts.length ? Math.max(at + key.length, starts[last + 1]!) : all.length);
  }
  return matches;
}
