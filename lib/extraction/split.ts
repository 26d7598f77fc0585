import type { Page, Reading } from '#lib/contract/reading.ts';
import type { Segment, SplittingResult } from '#lib/contract/splitting-job.ts';
import { foldText } from '#lib/document/fold-text.ts';
import { KINDS } from './classes/kinds.ts';

type Look = {
  empty: boolean;
  numbering: { page: number; of: number | null } | null;
  head: Set<string>;
  identifiers: Set<string>;
  title: string | null;
  shape: string;
};

const HEAD = 0.2;
const TITLE_ZONE = 0.4;
const TITLES = KINDS.map(({ names }) => names)
  .filter(([name = '']) => !['letter', 'email', 'form', 'report', 'cv'].includes(name))
  .flat();
const PAGE_OF =
  /(?:^|\s)(?:page|seite|pag|pagina|blatt|strona|side|sida|p|s)\s*[.:]?\s*(\d{1,3})(?:\s*(?:of|von|de|di|van|sur|av|z|\/)\s*(\d{1,3}))?(?=\s|$)/;
const BARE_OF = /(?:^|\s)(\d{1,3})\s*(?:\/|of|von|sur)\s*(\d{1,3})(?=\s|$)/;

/**
 * Finds where one file holds several documents. Each page but the first is judged against the page before: printed page
 * numbers that go on or begin anew, letterheads that stay or change, reference numbers in common, a title that names a
 * kind of document, the page's shape, blank pages between. The marks add up in log-odds with weights set by hand.
 */
export function split(reading: Reading): SplittingResult {
  const looks = reading.pages.map(lookAt);
  const segments: Segment[] = [];
  reading.pages.forEach((_page, index) => {
    const start = index === 0 ? { confidence: 1, reason: 'The first page.' } : judgeStart(looks, index);
    if (start.confidence >= 0.5) segments.push({ first_page: index + 1, last_page: index + 1, ...start });
    else segments.at(-1)!.last_page = index + 1;
  });
  return { segments, engine: 'marks-1' };
}

function judgeStart(looks: readonly Look[], index: number): { confidence: number; reason: string } {
  const here = looks[index]!;
  const before = looks[index - 1]!;
  if (here.empty) return { confidence: 0.05, reason: 'An empty page.' };
  let odds = -1.2;
  const reasons: string[] = [];
  const say = (weight: number, reason: string) => {
    odds += weight;
    if (weight > 0) reasons.push(reason);
  };
  const [number, last] = [here.numbering, before.numbering];
  if (number && last && number.page === last.page + 1 && number.of === last.of) say(-4, '');
  else if (number?.page === 1) say(4, 'Its page number is 1.');
  else if (number && number.page > 1) say(-2, '');
  if (last?.of && last.page === last.of && !(number && number.page === last.page + 1))
    say(2.5, 'The page before was the last of its document.');
  if (before.empty) say(1.2, 'A blank page stands before it.');
  const common = share(here.head, before.head);
  const lastFull = looks.slice(0, index).findLast(({ empty }) => !empty);
  const identifiersCommon = [...here.identifiers].some((id) => lastFull?.identifiers.has(id));
  if (here.head.size >= 4 && before.head.size >= 4)
    say(common < 0.15 ? 1.2 : common > 0.6 ? -1 : 0, 'Its head looks different from the page before.');
  if (identifiersCommon) say(-1.8, '');
  else if (here.identifiers.size > 0 && (lastFull?.identifiers.size ?? 0) > 0)
    say(0.6, 'It has no reference number in common with the page before.');
  if (here.title)
    say(here.title === before.title && common > 0.6 ? (identifiersCommon ? -0.5 : 0.8) : 1.8, `It has a title: “${here.title}”.`);
  if (here.shape !== before.shape) say(0.8, 'Its page has another shape.');
  return { confidence: 1 / (1 + Math.exp(-odds)), reason: reasons.join(' ') || 'It looks like the beginning of a document.' };
}

function lookAt(page: Page): Look {
  const words = page.words.filter(({ hidden }) => !hidden);
  const lines = page.lines.map(({ words: [start, end], box }) => ({
    box,
    text: foldText(
      page.words
        .slice(start, end)
        .map(({ text }) => text)
        .join(' '),
    ).trim(),
  }));
  const edges = lines.filter(({ box }) => box[3] < 0.15 || box[1] > 0.85).sort((a, b) => b.box[1] - a.box[1]);
  return {
    empty: words.length < 3,
    numbering: findNumbering(
      edges.map(({ text }) => text),
      lines.map(({ text }) => text),
    ),
    head: new Set(
      words
        .filter(({ box }) => box[1] < HEAD)
        .map(({ text }) => foldText(text))
        .filter((text) => text.length > 2),
    ),
    identifiers: new Set(words.map(({ text }) => text.toUpperCase().replace(/^[^A-Z0-9]+|[^A-Z0-9]+$/g, '')).filter(isIdentifier)),
    title: findTitle(page, lines),
    shape: `${page.width > page.height ? 'wide' : 'tall'} ${Math.round(Math.min(page.width, page.height) / 30)}`,
  };
}

function findNumbering(edges: string[], all: string[]): Look['numbering'] {
  for (const text of edges) {
    const match = PAGE_OF.exec(text) ?? BARE_OF.exec(text);
    if (match) return checked(Number(match[1]), match[2] ? Number(match[2]) : null);
  }
  for (const text of all) {
    const match = PAGE_OF.exec(text);
    if (match?.[2] && text.length < 60) return checked(Number(match[1]), Number(match[2]));
  }
  const bare = edges.find((text) => /^[-–—]?\s*\d{1,3}\s*[-–—]?$/.test(text));
  return bare ? { page: Number(/\d+/.exec(bare)![0]), of: null } : null;
}

function checked(page: number, of: number | null): Look['numbering'] {
  return page < 1 || (of !== null && page > of) ? null : { page, of };
}

/** A reference, tax or account number: at least five characters with four digits, not a date or an amount. */
function isIdentifier(text: string): boolean {
  return (
    text.length >= 5 &&
    (text.match(/\d/g)?.length ?? 0) >= 4 &&
    !/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(text) &&
    !/[.,]\d{1,2}$/.test(text)
  );
}

function findTitle(page: Page, lines: { box: readonly number[]; text: string }[]): string | null {
  const heights = page.words.map(({ box }) => box[3] - box[1]).sort((a, b) => a - b);
  const usual = heights[heights.length >> 1] ?? 0;
  for (const { box, text } of lines) {
    if (box[1]! > TITLE_ZONE || box[3]! - box[1]! < 1.25 * usual) continue;
    const spoken = ` ${text.replace(/[^\p{L}]+/gu, ' ')} `;
    const title = TITLES.find((word) => spoken.includes(` ${word} `));
    if (title && spoken.trim().split(' ').length <= 5) return title;
  }
  return null;
}

/** Part of the smaller set that both have. */
function share(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((entry) => b.has(entry)).length;
  return common / Math.max(1, Math.min(a.size, b.size));
}
