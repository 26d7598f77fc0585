import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { unionAll } from '../geometry/box.ts';
import { textKey } from '../values/fold-text.ts';
import { parseValue } from '../values/parse-value.ts';

export type Suggestion = { value: Exclude<Value, null>; evidence: Evidence };

const MAX_WORDS = 8;
/** A gap wider than this many line heights ends a stretch of text. */
const MAX_GAP = 1.6;

/** Ends of the stretches that begin at word `start` of a line: each word up to a wide gap, the whole stretch last. */
function stretchEnds(page: Page, start: number, lineEnd: number): number[] {
  const ends = [start];
  for (let end = start + 1; end < lineEnd && end - start < MAX_WORDS; end += 1) {
    const [, top, , bottom] = page.words[end]!.box;
    const gap = (page.words[end]!.box[0] - page.words[end - 1]!.box[2]) * page.width;
    if (gap > MAX_GAP * (bottom - top) * page.height) break;
    ends.push(end);
  }
  return ends;
}

function evidenceOf(page: Page, start: number, end: number): Evidence {
  const words = page.words.slice(start, end + 1);
  return {
    page: page.number,
    box: unionAll(words.map((word) => word.box)),
    text: words.map((word) => word.text).join(' '),
    words: words.map((_, offset) => start + offset),
  };
}

/**
 * Values that stand on the pages and begin with what is being typed (case, accents and punctuation aside), best first:
 * for text the longest stretch of its line and the single words, for typed fields only what is a value of the type.
 * Nothing for fewer than two characters, or one digit.
 */
export function suggestValues(input: { field: RowField; typed: string; pages: readonly Page[]; limit?: number }): Suggestion[] {
  const { field, pages, limit = 6 } = input;
  const typed = textKey(input.typed);
  if (typed.length < (/^\d/.test(typed) ? 1 : 2)) return [];
  const isText = field.type === 'string' || field.type === 'list';
  const found = new Map<string, Suggestion>();
  for (const page of pages) {
    for (const line of page.lines) {
      const [lineStart, lineEnd] = line.words;
      for (let start = lineStart; start < lineEnd; start += 1) {
        const word = page.words[start]!;
        const key = textKey(word.text);
        if (word.hidden || key === '' || !(key.startsWith(typed) || typed.startsWith(key))) continue;
        const ends = stretchEnds(page, start, lineEnd);
        for (const end of isText ? [...new Set([ends.at(-1)!, start])] : ends.slice(0, 4).toReversed()) {
          const evidence = evidenceOf(page, start, end);
          if (!textKey(evidence.text).startsWith(typed)) continue;
          const value = parseValue(field.type, evidence.text, {}, field.enum ?? []);
          if (value === null) continue;
          const same = JSON.stringify(value);
          if (!found.has(same)) found.set(same, { value, evidence });
          if (found.size >= limit) return [...found.values()];
        }
      }
    }
  }
  return [...found.values()];
}
