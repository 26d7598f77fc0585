import type { Barcode, Reading } from '#lib/contract/service/reading.ts';
import { LIKE_APPROVED, type Segment, type SplittingResult } from '#lib/contract/service/splitting-job.ts';
import { compareWithKnown, judgeKnown, KNOWN_MARKS, type KnownComparison, type KnownMark } from './memory/known-pages.ts';
import { type KnownPages, sketchPage } from './memory/sketch-reading.ts';
import { comparePages, MARKS, type MarkName } from './splitting/compare-pages.ts';
import { type BarcodeVerdict, findSeparators, judgeBarcodes, judgeSeparator } from './splitting/judge-barcodes.ts';
import { describePage, type PageFeatures } from './splitting/page-features.ts';
import shipped from './weights/splitting.weights.json' with { type: 'json' };

type KnownVerdict = ReturnType<typeof judgeKnown>;
type MarkWeights = { marks: readonly string[]; weights: readonly number[] };
/**
 * Weights of the marks, in log-odds; `marks` names them, so that weights of another list are refused. Those of `known` were learned
 * beside the others, which stayed as they were: where no document was approved, they say nothing.
 */
export type SplittingWeights = MarkWeights & { version: number; known: MarkWeights };

/** Below this a boundary is proposed only. From it on, 3.5 % of documents that are one have a boundary (`npm run bench:oversplit`). */
const SURE = 0.85;
const STRONGEST_REASONS = 3;

const REASONS: Partial<Record<MarkName, (page: PageFeatures) => string>> = {
  'number is one': () => 'Its page number is 1.',
  'number before was the last': () => 'The page before was the last of its document.',
  'blank page between': () => 'A blank page stands before it.',
  'heads differ': () => 'Its head looks different from the page before.',
  'feet differ': () => 'Its foot looks different from the page before.',
  'no reference in common': () => 'It has no reference number in common with the page before.',
  title: ({ title }) => `It has a title: “${title?.name ?? ''}”.`,
  'title is another': () => 'Its title names another kind of document.',
  'shape differs': () => 'Its page has another shape.',
  'one recognised, one not': () => 'One of the two pages is a scan, the other is not.',
  'both slips': () => 'Both pages are slips of paper of their own.',
  'one slip, one not': () => 'One of the two pages is a slip of paper.',
  'size differs': () => 'Its print has another size.',
  letterhead: () => 'It has a letterhead.',
};

const KNOWN_REASONS: Partial<Record<KnownMark, (known: KnownVerdict) => string | null>> = {
  'like a known first page': ({ like }) => (like === null ? null : LIKE_APPROVED),
  'page before like a known last page': ({ isAfterLast }) =>
    isAfterLast ? 'The page before looks like the last page of a document approved before.' : null,
};

/**
 * Finds where one file holds several documents. Each page but the first is compared with the page before (printed page
 * numbers, letterheads, reference numbers, titles, shape, words in common, blank pages between): a logistic regression
 * over these marks, learned by `npm run train-splitting`, says how probable it is that a document begins there; so do the pages of
 * approved documents, and barcodes add to it. Blank pages and separator pages with a barcode belong to none. A boundary that is not
 * sure is marked as proposed.
 * @param options.known approved documents whose first pages are like pages of this file (`memory/known-pages.ts`)
 * @param options.weights other weights than those shipped. @throws RangeError when they were learned for other marks
 */
export function split(
  reading: Reading,
  { known = [], weights = shipped }: { known?: readonly KnownPages[]; weights?: SplittingWeights } = {},
): SplittingResult {
  if (weights.marks.join() !== MARKS.join() || weights.known.marks.join() !== KNOWN_MARKS.join())
    throw new RangeError('These weights were learned for other marks. Run "npm run train-splitting".');
  const pages = reading.pages.map(describePage);
  const comparisons = new Map(
    pages.map((page, at) => [page, known.length > 0 ? compareWithKnown(sketchPage(reading.pages[at]!), known) : []]),
  );
  const segments: Segment[] = [];
  let before: PageFeatures | null = null;
  let hasBlank = false;
  const separators = findSeparators(pages);
  let separator: PageFeatures | null = null;
  let codes: Barcode[] = [];
  for (const page of pages) {
    if (separators.has(page)) separator = page;
    const isBlank = page.empty && page.barcodes.length === 0;
    hasBlank ||= isBlank;
    if (isBlank || separator === page) continue;
    const verdict = separator ? judgeSeparator(separator) : judgeBarcodes(page, codes);
    const start = before
      ? judgeStart(
          comparePages(before, page, hasBlank),
          {
            page,
            known: judgeKnown(comparisons.get(before) as KnownComparison, comparisons.get(page) as KnownComparison),
            barcodes: verdict,
            isSeparated: separator !== null,
          },
          weights,
        )
      : { confidence: 1, reasons: [separator && verdict.reason ? verdict.reason : 'The first page.'], like: null };
    const open = segments.at(-1);
    if (!open || start.confidence >= 0.5)
      segments.push({
        first_page: page.number,
        last_page: page.number,
        confidence: start.confidence,
        proposed: start.confidence < SURE,
        reason: start.reasons[0] ?? 'It looks like the beginning of a document.',
        reasons: start.reasons,
        ...(start.like === null ? {} : { like_document_id: start.like }),
      });
    else open.last_page = page.number;
    before = page;
    hasBlank = false;
    codes = [...(separator ? [] : codes), ...page.barcodes];
    separator = null;
  }
  if (segments.length === 0 && pages.length > 0)
    segments.push({
      first_page: 1,
      last_page: pages.length,
      confidence: 1,
      proposed: false,
      reason: 'The first page.',
      reasons: ['The first page.'],
    });
  return { segments, engine: 'marks-4' };
}

/** @returns the strongest reasons, and the approved document whose first page is one of them */
function judgeStart(
  marks: readonly number[],
  { page, known, barcodes, isSeparated }: { page: PageFeatures; known: KnownVerdict; barcodes: BarcodeVerdict; isSeparated: boolean },
  { weights, known: { weights: knownWeights } }: SplittingWeights,
): { confidence: number; reasons: string[]; like: string | null } {
  const said = [
    { reason: barcodes.reason, says: barcodes.odds },
    ...MARKS.map((name, index) => ({ reason: REASONS[name]?.(page) ?? null, says: marks[index]! * weights[index]! })),
  ];
  const saidByKnown = KNOWN_MARKS.map((name, index) => ({
    reason: KNOWN_REASONS[name]?.(known) ?? null,
    says: known.marks[index]! * knownWeights[index]!,
  }));
  const oddsOf = (all: readonly { says: number }[]) => all.reduce((sum, { says }) => sum + says, 0);
  // what was approved before does not outvote who laid a separator between
  const odds = oddsOf(said) + (isSeparated ? Math.max(0, oddsOf(saidByKnown)) : oddsOf(saidByKnown));
  const reasons = [...said, ...saidByKnown]
    .filter(({ says }) => says > 0.1)
    .sort((a, b) => b.says - a.says)
    .flatMap(({ reason }) => reason ?? [])
    .slice(0, STRONGEST_REASONS);
  return { confidence: 1 / (1 + Math.exp(-odds)), reasons, like: reasons.includes(LIKE_APPROVED) ? known.like : null };
}
