import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { Page, Reading } from '#lib/contract/service/reading.ts';
import type { SummaryResult } from '#lib/contract/service/summary-job.ts';
import { unionAll } from '#lib/document/geometry/box.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { KINDS } from '../classes/kinds.ts';
import { isEnumerator } from './summary-cues.ts';

const LONGEST_WORDS = 20;
/** How much larger than the text a title's type is. */
const LARGER = 1.15;
/** What numbers a document rather than names it. */
const LABEL =
  /^(?:exhibit|ex-|annex|appendix|schedule|attachment|page|seite|pagina|página|strona|anlage|annexe|anexo|allegato|bijlage|załącznik)\b.{0,12}$/iu;
/** How much more the name of a common kind of document is worth than other words of that size. */
const NAMED = 1.5;
/** Lines of the first page among which a title stands. */
const FIRST_LINES = 25;

/** What the document calls itself: the subject of a mail, else the first page's heading in the largest type; null without one. */
export function findTitle(reading: Reading): SummaryResult['title'] {
  const subject = reading.stated_values.find(({ source, path }) => source === 'mail_header' && path === 'subject')?.value.trim();
  if (subject) return { text: subject, evidence: findOnPage(reading.pages[0], subject) };
  const page = reading.pages.find(({ hidden, words }) => !hidden && words.length > 0);
  return page ? findHeading(page) : null;
}

function findHeading(page: Page): SummaryResult['title'] {
  const sizes = page.words.flatMap(({ size, hidden }) => (size && !hidden ? [size] : [])).sort((a, b) => a - b);
  const usual = sizes[sizes.length >> 1] ?? 0;
  const kindOf = (line: number) => page.blocks.find(({ lines }) => line >= lines[0] && line < lines[1])?.kind;
  const candidates = page.lines.slice(0, FIRST_LINES).flatMap((line, index) => {
    const words = page.words.slice(...line.words);
    const size = words.length > 0 ? Math.min(...words.map((word) => word.size ?? 0)) : 0;
    const text = words.map((word) => word.text).join(' ');
    const kind = kindOf(index);
    const isHeading = kind === 'heading' || size >= LARGER * usual || (isCapital(text) && words.length >= 2);
    const isText = words.length <= LONGEST_WORDS && !LABEL.test(text) && /\p{L}{4}/u.test(text) && !/[,;:@]$|@|www\.|\d{4,}/u.test(text);
    const isShown = kind !== 'header' && kind !== 'footer' && kind !== 'table' && words.every(({ hidden }) => !hidden);
    return usual > 0 && isHeading && isText && isShown ? [{ index, type: size, size: namesKind(text) ? NAMED * size : size, text }] : [];
  });
  const best = candidates.reduce<(typeof candidates)[number] | null>((one, other) => (one && one.size >= other.size ? one : other), null);
  if (!best) return null;
  const lines = [best.index];
  // a title of several lines in the same type
  for (const { index, type, text } of candidates) {
    const isNext = index === lines.at(-1)! + 1 && Math.abs(type - best.type) < 0.5 && !isEnumerator(text.split(' ')[0]!);
    if (isNext && lines.length < 3) lines.push(index);
  }
  const words = lines.flatMap((line) => rangeOf(page.lines[line]!.words));
  return words.length > LONGEST_WORDS * 1.5
    ? null
    : { text: words.map((word) => page.words[word]!.text).join(' '), evidence: [placeOf(page, words)] };
}

/** True when a line says the name of a common kind of document. */
function namesKind(text: string): boolean {
  const words = ` ${foldText(text).replace(/[^\p{L}]+/gu, ' ')} `;
  return KINDS.some(({ names }) => names.some((name) => words.includes(` ${name} `)));
}

const isCapital = (text: string) => /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text);
const rangeOf = ([start, end]: readonly [number, number]) => Array.from({ length: end - start }, (_, index) => start + index);

function placeOf(page: Page, words: number[]): Evidence {
  return {
    page: page.number,
    box: unionAll(words.map((word) => page.words[word]!.box)),
    text: words.map((word) => page.words[word]!.text).join(' '),
    words,
  };
}

/** The line of a page that ends with these words. */
function findOnPage(page: Page | undefined, text: string): Evidence[] {
  const plain = (words: string) => words.replace(/\s+/gu, ' ').trim();
  for (const { words } of page?.lines ?? []) {
    const all = rangeOf(words);
    for (let skip = 0; skip < Math.min(all.length, 3); skip++) {
      const rest = all.slice(skip);
      if (plain(rest.map((word) => page!.words[word]!.text).join(' ')) === plain(text)) return [placeOf(page!, rest)];
    }
  }
  return [];
}
