import type { Barcode } from '#lib/contract/service/reading.ts';
import { centreOf } from '#lib/document/geometry/box.ts';
import type { PageFeatures } from './page-features.ts';

/** What barcodes say about a document beginning on a page, in log-odds beside those of the marks. */
export type BarcodeVerdict = { odds: number; reason: string | null };

/**
 * Log-odds set by hand: no stacks that the weights are learned from have barcodes. A separator outweighs all that may speak against a
 * boundary together, but for printed page numbers that go on; another text outweighs little; the same text about as much as
 * a title speaks for one.
 */
const SEPARATOR = 6;
const CHANGED = 2;
const SAME = -3;
/** Fractions of the page: codes of one series stand this near to each other. */
const SAME_PLACE = 0.06;
/** Words on a separator page besides what stands at its barcode. */
const MOST_WORDS = 10;
const LONGEST_QUOTE = 40;
/** Web and mail addresses, visiting cards. */
const WHOSE = /^(https?:|www\.|mailto:|tel:|BEGIN:VCARD|MECARD:)/i;

/**
 * The separator pages: a barcode and hardly any words. Not those whose code stands in the same place on a page of text, as codes for
 * inserting machines do on every page of a letter.
 */
export function findSeparators(pages: readonly PageFeatures[]): Set<PageFeatures> {
  const isBare = (page: PageFeatures) => page.wordsBeside <= MOST_WORDS;
  const onText = pages.filter((page) => !isBare(page)).flatMap(({ barcodes }) => barcodes);
  return new Set(
    pages.filter(
      (page) => page.barcodes.length > 0 && isBare(page) && !page.barcodes.some((code) => onText.some((other) => isOfSeries(code, other))),
    ),
  );
}

/** The verdict on a page after separator pages; `separator` is the last of them. */
export function judgeSeparator({ barcodes }: PageFeatures): BarcodeVerdict {
  return { odds: SEPARATOR, reason: `A separator page with a barcode stands before it: ${quote(barcodes[0])}.` };
}

/**
 * Compares the barcodes of a page with the last ones in the same place and of the same format on the pages before. A number that
 * was counted up by one says nothing: it may count documents or sheets. The same address of a website says only who it is from.
 * @param before barcodes of the pages before, in order
 */
export function judgeBarcodes(here: PageFeatures, before: readonly Barcode[]): BarcodeVerdict {
  let verdict: BarcodeVerdict = { odds: 0, reason: null };
  for (const code of here.barcodes) {
    const last = before.findLast((other) => isOfSeries(code, other));
    if (!last || isNext(last.text, code.text)) continue;
    if (last.text === code.text) {
      if (WHOSE.test(code.text)) continue;
      return { odds: SAME, reason: null };
    }
    verdict = { odds: CHANGED, reason: `Its barcode is another than before: ${quote(code)} instead of ${quote(last)}.` };
  }
  return verdict;
}

function isOfSeries(a: Barcode, b: Barcode): boolean {
  const [[x, y], [u, v]] = [centreOf(a.box), centreOf(b.box)];
  return a.format === b.format && Math.abs(x - u) < SAME_PLACE && Math.abs(y - v) < SAME_PLACE;
}

/** Alike but for one run of digits, which is one more. */
function isNext(before: string, here: string): boolean {
  const [a, b] = [before, here].map((text) => text.split(/(\d{1,15})/));
  if (!a || !b || a.length !== b.length) return false;
  const different = a.flatMap((part, index) => (part === b[index] ? [] : [index]));
  const [only] = different;
  return different.length === 1 && only! % 2 === 1 && Number(b[only!]) === Number(a[only!]) + 1;
}

function quote(code: Barcode | undefined): string {
  const text = (code?.text ?? '').replace(/\s+/g, ' ').trim();
  return `“${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text}”`;
}
