import { foldText } from '#lib/document/values/fold-text.ts';
import { listMonthNames } from '#lib/document/values/parse-month.ts';
import { BETWEEN, LEADING, PRESENT, SEASON, SINCE } from '../../terms/time-words.ts';
import type { DocumentView } from '../../view/document-view.ts';

/** A piece of text and its tokens (half-open). */
export type Piece = { range: [number, number]; text: string };
/** A printed time or a stretch of time ("Mar 2017 – Oct 2018", "Autumn 2012", "2019 to present") and its ends. */
export type TimeSpan = { range: [number, number]; start: Piece; end: Piece | null };

/** Tokens of a stretch of time at most. */
const MOST_TOKENS = 10;
const YEAR = '(?:19|20)\\d\\d';
const MONTH = `(?:${listMonthNames().join('|')})`;
const POINT = `(?:(?:\\d{1,2}\\.? )?${MONTH}\\.?,? ?(?:of |de )?(?:\\d{1,2},? )?(?:${YEAR}|['’]\\d\\d)|${MONTH}\\.?[-/.’'](?:${YEAR}|\\d\\d)|${SEASON}(?: of)? ${YEAR}(?:/\\d\\d)?|(?:0?[1-9]|1[0-2])[./-]${YEAR}|\\d{1,2}[./]\\d{1,2}[./](?:${YEAR}|\\d\\d)|${YEAR}[-./](?:0[1-9]|1[0-2])(?:[-./]\\d\\d)?|${YEAR})`;
const WHOLE_POINT = new RegExp(`^(?:${LEADING} )?${POINT}$`);
const WHOLE_SPAN = new RegExp(
  `^(?:${LEADING} )?(?:${POINT}|(?:${MONTH}|${SEASON})\\.?) ?${BETWEEN} ?(?:${POINT}|${PRESENT})$|^${SINCE} ${POINT}$`,
);
const JOIN = new RegExp(`^${BETWEEN}$`);
const LEAD = new RegExp(`^${LEADING}$`);
const DASH = /[-–—]/g;

function fold(text: string): string {
  return foldText(text)
    .replace(/^[([{|,;:•·]+ ?| ?[)\]}|,;:•·]+$/g, '')
    .trim();
}

/** The longest stretch of time among tokens `start` to `end`, or else the first single time; null without any. */
export function findTimeSpan(view: DocumentView, start: number, end: number): TimeSpan | null {
  const textOf = (from: number, to: number) =>
    view.tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join(' ');
  let point: TimeSpan | null = null;
  for (let from = start; from < end; from++) {
    if (!/[\d\p{L}]/u.test(view.tokens[from]?.text ?? '')) continue;
    for (let to = Math.min(end, from + MOST_TOKENS); to > from; to--) {
      const text = fold(textOf(from, to));
      if (!/\d{2}/.test(text)) continue;
      if (WHOLE_SPAN.test(text)) return cutSpan(view, from, to);
      if (!point && WHOLE_POINT.test(text)) {
        const first = LEAD.test(fold(textOf(from, from + 1))) && to - from > 1 ? from + 1 : from;
        point = { range: [from, to], start: { range: [first, to], text: clean(textOf(first, to)) }, end: null };
      }
    }
  }
  return point;
}

function cutSpan(view: DocumentView, from: number, to: number): TimeSpan {
  const texts = view.tokens.slice(from, to).map(({ text }) => text);
  const first = LEAD.test(fold(texts[0] ?? '')) ? 1 : 0;
  const piece = (a: number, b: number, text = texts.slice(a, b).join(' ')): Piece => ({ range: [from + a, from + b], text: clean(text) });
  const join = texts.findIndex((text, at) => at > first && at < texts.length - 1 && JOIN.test(fold(text)));
  if (join > 0) return { range: [from, to], start: piece(first, join), end: piece(join + 1, texts.length) };
  for (let at = first; at < texts.length; at++)
    for (const { index } of (texts[at] ?? '').matchAll(DASH)) {
      const [head, tail] = [(texts[at] ?? '').slice(0, index), (texts[at] ?? '').slice(index + 1)];
      const [before, after] = [[...texts.slice(first, at), head].join(' ').trim(), [tail, ...texts.slice(at + 1)].join(' ').trim()];
      if (!WHOLE_SPAN.test(`${fold(before)} - ${fold(after)}`)) continue;
      return {
        range: [from, to],
        start: piece(first, head ? at + 1 : at, before),
        end: piece(tail ? at : at + 1, texts.length, after),
      };
    }
  return { range: [from, to], start: piece(first, texts.length), end: null };
}

function clean(text: string): string {
  return text.replace(/^[([{|,;:•· ]+|[)\]}|,;:•· ]+$/g, '');
}
