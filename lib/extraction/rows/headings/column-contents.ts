import { anyOf } from '../../languages/languages.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';
import type { LabelIndex } from '../../terms/label-index.ts';
import { type DocumentView, textOfTokens } from '../../view/document-view.ts';
import { isDay } from '../cells/days.ts';
import type { Band } from '../layout/bands.ts';
import { isSummaryLine } from '../layout/summary-line.ts';
import type { HeadingPart } from './part-heading.ts';
import { taughtScore } from './taught-heading.ts';

/** Lines under a heading that are looked at. */
const DEPTH = 24;
/** Share of a column's cells that must look like something else for a heading not to be believed. */
const MOST = 0.6;
/** Headings of a column that counts the lines, and those that may stand over a count as well as over codes. */
const COUNTING = new RegExp(`^(?:${anyOf(({ tables }) => tables?.counting)})\\.?(?:[ .-]*(?:nr|no|n°|#))?\\.?$`, 'iu');
const MAY_COUNT = new RegExp(`^(?:${anyOf(({ tables }) => tables?.mayCount)})$`, 'iu');
/** Headings that say that codes stand under them. */
const CODES = new RegExp(
  anyOf(({ tables }) => tables?.codes),
  'iu',
);
const FIGURE = /^[-−+(]?(?:[€$£¥]\s?)?\d[\d.,’' ]*(?:\s?(?:[€$£¥%]|zł))?\)?[-−]?$/u;

/** Texts of the cells under each heading, one list for each, down to the first line of a sum. Edges in ems, as the headings'. */
export function textsUnder(view: DocumentView, labels: LabelIndex, parts: readonly HeadingPart[], below: readonly Band[]): string[][] {
  const texts = parts.map((): string[] => []);
  for (const band of below.slice(0, DEPTH)) {
    if (isSummaryLine(view, labels, band)) {
      if (texts.some((column) => column.length > 0)) break;
      continue;
    }
    if (band.segments.length < 2) continue;
    for (const { left, right, start, end } of band.segments) {
      const costs = parts.map((part) =>
        Math.min(part.right, right) - Math.max(part.left, left) > 0.2
          ? Math.min(Math.abs(part.left - left), Math.abs(part.right - right))
          : Number.POSITIVE_INFINITY,
      );
      const least = Math.min(...costs);
      if (least < Number.POSITIVE_INFINITY) texts[costs.indexOf(least)]?.push(textOfTokens(view, start, end));
    }
  }
  return texts;
}

/**
 * Whether what stands under a heading may be what the heading seems to name: a heading such as "Item" or "Artikel" means codes
 * over codes and names over names, one such as "Pos" over a count is no article number (unless the field is called so), figures are
 * neither names nor units, days no amounts, and what has no digits no dates. What approved documents have under such a heading fits.
 * @param title the heading's text
 * @param texts the cells under it; without any, everything may be
 */
export function contentsFit(profile: FieldProfile | undefined, title: string, texts: readonly string[]): boolean {
  if (!texts.length || (profile && (taughtScore(profile, title) ?? 0) > 0)) return true;
  const share = (test: (text: string) => boolean) => texts.filter(test).length / texts.length;
  if (profile?.field.type === 'money' && share(isDay) > MOST) return false;
  if (profile?.field.type === 'date' && share((text) => /\d/.test(text)) < 1 - MOST) return false;
  if (profile && COUNTING.test(profile.field.name.replaceAll('_', ' '))) return countsLines(title, texts) || share(isProse) < MOST;
  switch (profile?.concepts[0]?.id) {
    case 'item_description':
      return share((text) => /\p{L}{2}/u.test(text)) > 1 - MOST - 0.2;
    case 'unit':
      return share((text) => FIGURE.test(text)) < 1 - MOST;
    case 'item_id':
      return !countsLines(title, texts) && (CODES.test(title) || share(isProse) < MOST);
    default:
      return true;
  }
}

/** True for words without digits: a name rather than a code. */
function isProse(text: string): boolean {
  return /\p{L}\p{Ll}{2}/u.test(text) && (!/\d/.test(text) || (text.match(/\p{L}{3,}/gu)?.length ?? 0) >= 2);
}

/** True for a column that numbers the lines of a table: 1, 2, 3 or 10, 20, 30, or 1.1, 1.2 where its heading says so. */
function countsLines(title: string, texts: readonly string[]): boolean {
  const plain = title.trim();
  if (COUNTING.test(plain) && texts.every((text) => /^\d{1,3}(?:\.\d{1,3})*[.)]?$/.test(text))) return true;
  if (!COUNTING.test(plain) && !MAY_COUNT.test(plain)) return false;
  const numbers = texts.map((text) => (/^0{0,3}\d{1,4}[.)]?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN));
  const step = numbers[0] ?? Number.NaN;
  return (step === 1 || step === 10) && numbers.every((number, at) => number === step * (at + 1));
}
