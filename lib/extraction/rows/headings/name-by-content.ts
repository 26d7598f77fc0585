import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';
import type { LabelIndex } from '../../terms/label-index.ts';
import { isCumulative } from '../../terms/time-words.ts';
import { textOfTokens } from '../../view/document-view.ts';
import type { Band } from '../layout/bands.ts';
import type { Column, Header } from '../layout/column.ts';
import { ledgerOf } from '../layout/ledger.ts';
import { isSummaryLine } from '../layout/summary-line.ts';
import { isTaughtOtherwise } from './taught-heading.ts';

/** Lines under a heading that are looked at. */
const DEPTH = 40;
/** Share of the lines in which a column without a name is filled, for the last field to be its. */
const FILLED = 0.6;
/** Words in each cell of a column of names at least. */
const WORDY = 0.8;
const AMOUNT = /^[-−(]?(?:[$€£¥]|EUR|USD|CHF)?\s?[-−]?\d{1,3}(?:[.,’' ]\d{3})*[.,]\d{2,4}[)-]?\s?(?:[$€£]|EUR|USD|CHF)?$/;

/**
 * Gives a row's total the column that looks like it when no heading names it: the one furthest to the right that has no field
 * yet and holds amounts; and the row's text the unnamed column with the most words.
 */
export function nameByContent(
  context: ExtractionContext,
  bands: Band[],
  header: Header,
  from: number,
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
): Header {
  const named = new Set(header.columns.map((column) => column.field));
  const first = firstText(header, profiles);
  const lacking = (concept: string) => profiles.findIndex((profile, index) => profile.concepts[0]?.id === concept && !named.has(index));
  const total = lacking('line_total');
  const text = lacking('item_description');
  if (total < 0 && text < 0 && first < 0 && lastField(header.columns, profiles) < 0) return header;
  const facts = header.columns.map(() => ({ amounts: 0, words: 0, cells: 0 }));
  for (const band of bands.slice(from, from + DEPTH)) {
    if (isSummaryLine(context.view, labels, band)) {
      if (facts.some(({ cells }) => cells > 0)) break;
      continue;
    }
    for (const segment of band.segments) {
      const at = header.columns.findIndex((column) => Math.min(column.right, segment.right) - Math.max(column.left, segment.left) > 0.2);
      const fact = facts[at];
      if (!fact) continue;
      const print = textOfTokens(context.view, segment.start, segment.end);
      fact.cells++;
      if (AMOUNT.test(print)) fact.amounts++;
      if (/\p{L}{3}/u.test(print)) fact.words += segment.end - segment.start;
    }
  }
  const columns = header.columns.map((column) => ({ ...column }));
  if (total >= 0) {
    const at = columns.findLastIndex(
      (column, index) =>
        column.field < 0 &&
        !isCumulative(column.title) &&
        !isTaughtOtherwise(profiles[total], column.title) &&
        (facts[index]?.amounts ?? 0) > 0 &&
        (facts[index]?.amounts ?? 0) >= 0.4 * (facts[index]?.cells ?? 0),
    );
    const column = columns[at];
    const rightmost = columns.slice(at + 1).every((other) => other.field < 0 || isCumulative(other.title));
    if (column && rightmost) Object.assign(column, { field: total, score: 0.5 });
  }
  if (text >= 0) {
    const wordiest = (until: number) => {
      let best = -1;
      facts.slice(0, until).forEach((fact, index) => {
        if (isTaughtOtherwise(profiles[text], columns[index]?.title ?? '')) return;
        if ((columns[index]?.field ?? 0) < 0 && fact.words > 1 && fact.words > (facts[best]?.words ?? 0)) best = index;
      });
      return columns[best];
    };
    // Words behind the total are those of a table beside this one, if others stand before it.
    const last = columns.findIndex(({ field }) => profiles[field]?.concepts[0]?.id === 'line_total');
    const column = (last > 0 ? wordiest(last) : undefined) ?? wordiest(facts.length);
    if (column) Object.assign(column, { field: text, score: 0.45 });
  }
  const [leftmost] = columns;
  const fact = facts[0];
  const isWordy = fact !== undefined && fact.cells > 0 && fact.words >= WORDY * fact.cells;
  if (first >= 0 && leftmost && leftmost.field < 0 && isWordy && !isTaughtOtherwise(profiles[first], leftmost.title))
    Object.assign(leftmost, { field: first, score: 0.45 });
  nameLast(columns, facts, profiles);
  return { ...header, columns };
}

type Fact = { amounts: number; words: number; cells: number };

/**
 * The one field that no heading names, where only one column has none either; -1 for other numbers of them. Fields that the
 * vocabulary knows are left out, as their headings would have been known; so are ledgers, whose balances nobody may want.
 */
function lastField(columns: readonly Column[], profiles: readonly FieldProfile[]): number {
  const open = profiles.flatMap((_, field) => (columns.some((column) => column.field === field) ? [] : [field]));
  const [field, ...others] = open;
  if (field === undefined || others.length || columns.filter((column) => column.field < 0).length !== 1) return -1;
  return profiles[field]?.concepts.length || ledgerOf(profiles) ? -1 : field;
}

/** Gives the last field the last column, when what stands under it is of its type. */
function nameLast(columns: readonly Column[], facts: readonly Fact[], profiles: readonly FieldProfile[]): void {
  const field = lastField(columns, profiles);
  const at = columns.findIndex((column) => column.field < 0);
  const [column, fact, type] = [columns[at], facts[at], profiles[field]?.field.type];
  const most = Math.max(...facts.map(({ cells }) => cells));
  if (!column || !fact || fact.cells < FILLED * most || isCumulative(column.title)) return;
  if (isTaughtOtherwise(profiles[field], column.title)) return;
  const isAmounts = fact.amounts >= FILLED * fact.cells;
  if ((type === 'money' && isAmounts) || (type === 'string' && !isAmounts)) Object.assign(column, { field, score: 0.42 });
}

/** The schema's first text where no heading names it and neither is it what is billed: rows begin with what they are about. */
function firstText({ columns }: Header, profiles: readonly FieldProfile[]): number {
  const first = profiles.findIndex(({ field }) => field.type === 'string');
  const profile = profiles[first];
  if (!profile || profile.kind === 'identifier' || profile.concepts[0]?.id === 'item_description') return -1;
  return columns.some(({ field }) => field === first) ? -1 : first;
}
