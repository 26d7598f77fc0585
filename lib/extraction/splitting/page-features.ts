import type { Box } from '#lib/contract/service/box.ts';
import type { Barcode, Page } from '#lib/contract/service/reading.ts';
import { intersection } from '#lib/document/geometry/box.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { KINDS } from '../classes/kinds.ts';
import { findTerm, type PageText, pageTexts } from '../classes/page-texts.ts';
import { prominence, usualSize } from '../classes/prominence.ts';

/** What a page shows that tells whether it goes on from the page before. Distances are fractions of the page. */
export type PageFeatures = {
  number: number;
  empty: boolean;
  numbering: { page: number; of: number | null } | null;
  head: Set<string>;
  foot: Set<string>;
  words: Set<string>;
  identifiers: Set<string>;
  /** What it calls itself, and how much that looks like a title (0 to 1). */
  title: { name: string; strength: number } | null;
  isWide: boolean;
  isSlip: boolean;
  isRecognised: boolean;
  /** Usual height of words in points. */
  size: number;
  left: number;
  bottom: number;
  /** Mostly running text: many words, few numbers, no table. */
  isProse: boolean;
  beginsLow: boolean;
  endsOpen: boolean;
  /** Left edges of the columns of its last and first table. */
  columns: number;
  /** Phones, mail and web addresses in its upper third: a letterhead. */
  contacts: number;
  barcodes: readonly Barcode[];
  /** Visible words that do not stand at a barcode, as its text in text does. */
  wordsBeside: number;
};

/** Fractions of the page around a barcode where its text is printed. */
const BESIDE = 0.03;

const HEAD = 0.2;
const FOOT = 0.88;
const TITLE_ZONE = 0.45;
const TITLES = KINDS.map(({ names }) => names)
  .filter(([name = '']) => !['letter', 'email', 'form', 'report', 'cv'].includes(name))
  .flat()
  .map((name) => name.split(' '))
  .sort((a, b) => b.length - a.length);
const PAGE_OF =
  /(?:^|\s)(?:page|seite|pag|pagina|blatt|strona|side|sida|p|s)\s*[.:]?\s*(\d{1,3})(?:\s*(?:of|von|de|di|van|sur|av|z|\/)\s*(\d{1,3}))?(?=\s|$)/;
const BARE_OF = /(?:^|\s)(\d{1,3})\s*(?:\/|of|von|sur)\s*(\d{1,3})(?=\s|$)/;
const CONTACT = /@|^www\.|^(tel|fax|phone|fon|telefon|telephone)[.:]*$/;

/** Looks at a page by itself. */
export function describePage(page: Page): PageFeatures {
  const words = page.words.filter(({ hidden }) => !hidden);
  const text = pageTexts({ pages: [{ ...page, hidden: false }] } as unknown as Parameters<typeof pageTexts>[0])[0]!;
  const folded = words.map((word) => ({ ...word, text: foldText(word.text) }));
  const among = (from: number, to: number) =>
    new Set(
      folded.filter(({ box, text: token }) => box[1] >= from && box[3] <= to && /\p{L}{3}/u.test(token)).map(({ text: token }) => token),
    );
  const last = folded.at(-1)?.text ?? '';
  const first = words[0]?.text ?? '';
  const [left, right] = [Math.min(...words.map(({ box }) => box[0])), Math.max(...words.map(({ box }) => box[2]))];
  const [top, bottom] = [Math.min(...words.map(({ box }) => box[1])), Math.max(...words.map(({ box }) => box[3]))];
  return {
    number: page.number,
    empty: words.length < 3,
    numbering: findNumbering(page),
    head: among(0, HEAD),
    foot: among(FOOT, 1.01),
    words: new Set(folded.filter(({ text: token }) => /^\p{L}{4,}$/u.test(token)).map(({ text: token }) => token)),
    identifiers: new Set(words.map(({ text: token }) => token.toUpperCase().replace(/^[^A-Z0-9]+|[^A-Z0-9]+$/g, '')).filter(isIdentifier)),
    title: findTitle(text),
    isWide: page.width > page.height,
    isSlip: words.length < 320 && ((right - left) * page.width) / Math.max(1, (bottom - top) * page.height) < 0.6,
    isRecognised: page.source === 'ocr',
    size: words.length ? usualSize(page) : 10,
    left: words.length ? left : 0,
    bottom: words.length ? bottom : 0,
    isProse:
      words.length > 150 && page.tables.length === 0 && words.filter(({ text: token }) => /\d/.test(token)).length < 0.08 * words.length,
    beginsLow: /^\p{Ll}/u.test(first),
    endsOpen: words.length > 0 && /\p{L}$|[,;-]$/u.test(last),
    columns: page.tables.length ? Math.max(...page.tables.map(({ column_count }) => column_count)) : 0,
    contacts: folded.filter(({ box, text: token }) => box[3] < 0.35 && CONTACT.test(token)).length,
    barcodes: page.barcodes ?? [],
    wordsBeside: words.filter(({ box }) => !(page.barcodes ?? []).some((code) => intersection(box, around(code)))).length,
  };
}

function around({ box: [left, top, right, bottom] }: Barcode): Box {
  return [left - BESIDE, top - BESIDE, right + BESIDE, bottom + BESIDE];
}

function findNumbering(page: Page): PageFeatures['numbering'] {
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
  for (const { text } of edges) {
    const match = PAGE_OF.exec(text) ?? BARE_OF.exec(text);
    if (match) return checked(Number(match[1]), match[2] ? Number(match[2]) : null);
  }
  for (const { text } of lines) {
    const match = PAGE_OF.exec(text);
    if (match?.[2] && text.length < 60) return checked(Number(match[1]), Number(match[2]));
  }
  const bare = edges.find(({ text }) => /^[-–—]?\s*\d{1,3}\s*[-–—]?$/.test(text));
  return bare ? { page: Number(/\d+/.exec(bare.text)![0]), of: null } : null;
}

function checked(page: number, of: number | null): PageFeatures['numbering'] {
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

function findTitle(text: PageText): PageFeatures['title'] {
  const usual = usualSize(text.page);
  let best: PageFeatures['title'] = null;
  for (const name of TITLES)
    for (const words of findTerm(text, name)) {
      if (text.page.words[words[0]!]!.box[1] > TITLE_ZONE) continue;
      const strength = prominence(text.page, words, usual);
      if (strength > (best?.strength ?? 0.3)) best = { name: name.join(' '), strength };
    }
  return best;
}
