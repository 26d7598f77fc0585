import type { Barcode, Reading } from '#lib/contract/service/reading.ts';
import type { Segment, SplittingResult } from '#lib/contract/service/splitting-job.ts';
import { compareLooks, MARKS, type MarkName } from './splitting/compare-looks.ts';
import { type BarcodeVerdict, findSeparators, judgeBarcodes, judgeSeparator } from './splitting/judge-barcodes.ts';
import { lookAt, type PageLook } from './splitting/page-look.ts';
import shipped from './weights/splitting.weights.json' with { type: 'json' };

/** Weights of the marks, in log-odds; `marks` names them, so that weights of another list are refused. */
export type SplittingWeights = { version: number; marks: readonly string[]; weights: readonly number[] };

/** Below this a boundary is proposed only. From it on, 3.5 % of documents that are one have a boundary (`npm run bench:oversplit`). */
const SURE = 0.85;
const STRONGEST_REASONS = 3;

const REASONS: Partial<Record<MarkName, (look: PageLook) => string>> = {
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

/**
 * Finds where one file holds several documents. Each page but the first is compared with the page before (printed page
 * numbers, letterheads, reference numbers, titles, shape, words in common, blank pages between): a logistic regression
 * over these marks, learned by `npm run train-splitting`, says how probable it is that a document begins there; barcodes add
 * to it. Blank pages and separator pages with a barcode belong to none. A boundary that is not sure is marked as proposed.
 * @param weights other weights than those shipped. @throws RangeError when they were learned for other marks
 */
export function split(reading: Reading, weights: SplittingWeights = shipped): SplittingResult {
  if (weights.marks.join() !== MARKS.join())
    throw new RangeError('These weights were learned for other marks. Run "npm run train-splitting".');
  const looks = reading.pages.map(lookAt);
  const segments: Segment[] = [];
  let before: PageLook | null = null;
  let hasBlank = false;
  const separators = findSeparators(looks);
  let separator: PageLook | null = null;
  let codes: Barcode[] = [];
  for (const look of looks) {
    if (separators.has(look)) separator = look;
    const isBlank = look.empty && look.barcodes.length === 0;
    hasBlank ||= isBlank;
    if (isBlank || separator === look) continue;
    const verdict = separator ? judgeSeparator(separator) : judgeBarcodes(look, codes);
    const start = before
      ? judgeStart(before, look, hasBlank, weights.weights, verdict)
      : { confidence: 1, reasons: [separator && verdict.reason ? verdict.reason : 'The first page.'] };
    const open = segments.at(-1);
    if (!open || start.confidence >= 0.5)
      segments.push({
        first_page: look.number,
        last_page: look.number,
        confidence: start.confidence,
        proposed: start.confidence < SURE,
        reason: start.reasons[0] ?? 'It looks like the beginning of a document.',
        reasons: start.reasons,
      });
    else open.last_page = look.number;
    before = look;
    hasBlank = false;
    codes = [...(separator ? [] : codes), ...look.barcodes];
    separator = null;
  }
  if (segments.length === 0 && looks.length > 0)
    segments.push({
      first_page: 1,
      last_page: looks.length,
      confidence: 1,
      proposed: false,
      reason: 'The first page.',
      reasons: ['The first page.'],
    });
  return { segments, engine: 'marks-3' };
}

function judgeStart(
  before: PageLook,
  here: PageLook,
  hasBlank: boolean,
  weights: readonly number[],
  barcodes: BarcodeVerdict,
): { confidence: number; reasons: string[] } {
  const marks = compareLooks(before, here, hasBlank);
  const odds = marks.reduce((sum, mark, index) => sum + mark * weights[index]!, barcodes.odds);
  const reasons = MARKS.map((name, index) => ({ reason: REASONS[name]?.(here) ?? null, says: marks[index]! * weights[index]! }))
    .concat({ reason: barcodes.reason, says: barcodes.odds })
    .filter(({ says }) => says > 0.1)
    .sort((a, b) => b.says - a.says)
    .flatMap(({ reason }) => reason ?? [])
    .slice(0, STRONGEST_REASONS);
  return { confidence: 1 / (1 + Math.exp(-odds)), reasons };
}
