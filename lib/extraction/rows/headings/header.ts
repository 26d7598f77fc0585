import { foldText } from '#lib/document/values/fold-text.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';
import { type LabelIndex, NO_MATCH } from '../../terms/label-index.ts';
import { type DocumentView, textOfTokens } from '../../view/document-view.ts';
import { completeSides } from '../cells/debit-and-credit.ts';
import { FIGURES } from '../cells/read-cell.ts';
import type { Band } from '../layout/bands.ts';
import type { Column, Header } from '../layout/column.ts';
import { isOtherTitle, type Ledger, ledgerOf, scoreOfTitle, sidesOf } from '../layout/ledger.ts';
import { contentsFit, textsUnder } from './column-contents.ts';
import { scoresByMeaning } from './heading-meanings.ts';
import type { HeadingPart } from './part-heading.ts';
import { figures, stackHeadings } from './stack-headings.ts';
import { taughtScore } from './taught-heading.ts';

/** Lines under a heading that are looked at. */
const DEPTH = 40;
/** A heading names at least this well. */
const NAMED = 0.42;
/** Score of headings of money out and money in. */
const SIDE = 0.9;

/** What stands under the headings that are looked for: figures in some column, or only texts, days and codes. */
export type Contents = 'figures' | 'texts';

/** Finds the best heading of a table for the row's fields on a page; null when there is none. */
export function findHeader(
  view: DocumentView,
  bands: Band[],
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
  contents: Contents = 'figures',
): Header | null {
  let best: Header | null = null;
  for (let index = 0; index < bands.length; index++) {
    const first = bands[index];
    if (!first || figures(view, first) > 0.34) continue;
    let previous = first;
    for (let last = index; last < Math.min(bands.length, index + 4); last++) {
      const band = bands[last];
      if (!band) break;
      if (last > index && (band.top - previous.bottom > 0.9 || figures(view, band) > 0.2)) break;
      previous = band;
      const header = readHeader(view, bands.slice(index, last + 1), bands.slice(last + 1, last + 1 + DEPTH), labels, profiles, contents);
      if (!header) continue;
      const score = header.score - 0.12 * (last - index);
      if (!best || score > best.score + 0.05) best = { band: index, last, columns: header.columns, score };
    }
  }
  return best;
}

function readHeader(
  view: DocumentView,
  bands: Band[],
  below: readonly Band[],
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
  contents: Contents,
): { columns: Column[]; score: number } | null {
  const parts = stackHeadings(view, bands, below, labels, profiles);
  if (!parts) return null;
  let texts: string[][] | null = null;
  const textsOf = (part: number) => {
    texts ??= textsUnder(view, labels, parts, below);
    return texts[part] ?? [];
  };
  const beside = secondTable(view, labels, parts, textsOf);
  return nameColumns(
    view,
    parts,
    labels,
    profiles,
    (part, field, title) => part < beside && contentsFit(profiles[field], title, textsOf(part)),
    contents,
    below,
  );
}

/**
 * The heading at which another table begins beside the first one: behind it a heading is printed once more, and it stands over
 * texts and names nothing of what the first table has. The number of headings where there is none.
 */
function secondTable(view: DocumentView, labels: LabelIndex, parts: readonly HeadingPart[], textsOf: (part: number) => string[]): number {
  const titles = parts.map(({ ranges }) => foldText(ranges.map(([start, end]) => textOfTokens(view, start, end)).join(' ')));
  const again = titles.findIndex((title, at) => titles.indexOf(title) < at);
  const first = titles.indexOf(titles[again] ?? '');
  for (let part = first + 1; part < again; part++) {
    const isNamed = labels.compare(parts[part]?.ranges ?? []).some((match) => match && match.score >= NAMED);
    const texts = textsOf(part);
    if (!isNamed && texts.length > 1 && texts.every((text) => /\p{L}{3}/u.test(text) && !/\d[.,]\d\d$/.test(text))) return part;
  }
  return parts.length;
}

/**
 * Gives each heading the field it names best, each field once; null when they are not the headings of such rows.
 * @param allows whether a heading may have a field, by what stands under it
 * @param below the lines under the headings, where they are known
 */
export function nameColumns(
  view: DocumentView,
  parts: readonly HeadingPart[],
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
  allows: (part: number, field: number, title: string) => boolean,
  contents: Contents,
  below: readonly Band[] = [],
): { columns: Column[]; score: number } | null {
  const columns: Column[] = parts.map((part) => ({
    left: part.left,
    right: part.right,
    field: -1,
    score: 0,
    line: 0,
    scores: [],
    title: part.ranges
      .map(([start, end]) =>
        view.tokens
          .slice(start, end)
          .map((token) => token.text)
          .join(' '),
      )
      .join(' '),
  }));
  const pairs: { part: number; field: number; score: number; line: number; isTaught: boolean }[] = [];
  const ledger: Ledger | null = ledgerOf(profiles);
  parts.forEach((part, index) => {
    const ranges = withoutQualifier(view, part.ranges);
    const together = labels.compare(ranges);
    const apart = ranges.map((range) => labels.compare([range]));
    const linesOf = (field: number) => apart.map((matches) => (matches[field] ?? NO_MATCH).score * 0.95);
    const scores = profiles.map((_, field) =>
      ledger && isOtherTitle(ledger, field, columns[index]?.title ?? '')
        ? 0
        : Math.max(
            (together[field] ?? NO_MATCH).score,
            ledger ? scoreOfTitle(ledger, field, columns[index]?.title ?? '') : 0,
            ...linesOf(field),
          ),
    );
    // Words that nobody listed: by their meaning.
    if (Math.max(...scores) < NAMED && /\p{L}{2}/u.test(columns[index]?.title ?? ''))
      scoresByMeaning(view, labels, profiles, ranges).forEach((score, field) => {
        if (!ledger || !isOtherTitle(ledger, field, columns[index]?.title ?? '')) scores[field] = Math.max(scores[field] ?? 0, score);
      });
    const taught = profiles.map((profile) => taughtScore(profile, columns[index]?.title ?? ''));
    taught.forEach((score, field) => {
      scores[field] = score ?? scores[field] ?? 0;
    });
    Object.assign(columns[index] ?? {}, { scores });
    scores.forEach((score, field) => {
      if (score < NAMED || !allows(index, field, columns[index]?.title ?? '')) return;
      const lines = linesOf(field);
      const at = lines.indexOf(Math.max(...lines));
      const isLower = isStacked(lines, at, (together[field] ?? NO_MATCH).score, profiles[field]);
      const line = isLower ? (part.lines[at] ?? 0) - (part.lines[0] ?? 0) : 0;
      pairs.push({ part: index, field, score, line, isTaught: taught[field] !== null });
    });
  });
  // What was approved goes first. On a tie the money column further right is the row's total.
  pairs.sort(
    (a, b) =>
      Number(b.isTaught) - Number(a.isTaught) ||
      b.score - a.score ||
      (isTotal(profiles[a.field]) && isTotal(profiles[b.field]) ? b.part - a.part : a.part - b.part),
  );
  const used = new Set<number>();
  let score = 0;
  const sides = sidesOf(
    ledger,
    columns.map(({ title }) => title),
  );
  if (ledger && sides.every((side, part) => !side || allows(part, ledger.amount, columns[part]?.title ?? '')))
    sides.forEach((side, part) => {
      const column = columns[part];
      if (!side || !column) return;
      Object.assign(column, { field: ledger.amount, score: SIDE, side });
      used.add(ledger.amount);
      score += SIDE / 2;
    });
  for (const pair of pairs) {
    const column = columns[pair.part];
    if (!column || column.field >= 0 || used.has(pair.field)) continue;
    column.field = pair.field;
    column.score = pair.score;
    column.line = pair.line;
    used.add(pair.field);
    score += pair.score;
  }
  if (ledger) score += completeSides(view, columns, below, ledger);
  const named = columns.filter((column) => column.field >= 0);
  const hasFigures = named.some((column) => FIGURES.has(profiles[column.field]?.field.type ?? ''));
  const needed = profiles.length === 1 ? 1 : 2;
  if (contents === 'texts') return isTextHeading(named, profiles.length) ? { columns, score } : null;
  return (named.length >= needed || isAmountHeading(named, columns, profiles)) && hasFigures ? { columns, score } : null;
}

/** How well a heading names an amount that is enough where nothing but a text is asked for besides. */
const NAMED_AMOUNT = 0.9;

/** True for headings of three columns or more of which one names the amount, where the rows are a text and an amount. */
function isAmountHeading(named: readonly Column[], columns: readonly Column[], profiles: readonly FieldProfile[]): boolean {
  const isText = (profile: FieldProfile) => profile.concepts[0]?.id === 'item_description';
  return profiles.length === 2 && profiles.some(isText) && columns.length >= 3 && named.some(({ score }) => score >= NAMED_AMOUNT);
}

/** Share of the fields that headings over texts name, and how well they name two of them. */
const NAMED_TEXTS = 0.5;
const NAMED_WELL = 0.6;

/** True for headings that name at least two fields well and half of all: words alone stand above many things. */
function isTextHeading(named: readonly Column[], fields: number): boolean {
  return named.filter(({ score }) => score >= NAMED_WELL).length >= 2 && named.length >= NAMED_TEXTS * fields;
}

/** What a heading says of its amounts beside their name: "amount excl. VAT" is an amount. */
const QUALIFIER = /^\(?(?:ohne|exkl|zzgl|inkl|excl|incl|excluding|including|without|before|hors|sans|senza|escl|sin|zonder|bez)\.?$/i;

/** The text of a heading up to a word such as "excl."; all of it when nothing stands before. */
function withoutQualifier(view: DocumentView, ranges: readonly [number, number][]): [number, number][] {
  const kept: [number, number][] = [];
  for (const [start, end] of ranges) {
    const at = Array.from({ length: end - start }, (_, step) => start + step).find((token) =>
      QUALIFIER.test(view.tokens[token]?.text ?? ''),
    );
    if (at !== start) kept.push([start, at ?? end]);
    if (at !== undefined) break;
  }
  return kept.length ? kept : [...ranges];
}

/** True when a text's name stands alone on a lower line of a heading whose upper lines name something else altogether. */
function isStacked(scores: readonly number[], at: number, whole: number, profile: FieldProfile | undefined): boolean {
  if (at < 1 || at !== scores.length - 1 || profile?.kind !== 'text') return false;
  return (scores[at] ?? 0) >= 0.7 && (scores[at] ?? 0) > whole + 0.15 && Math.max(...scores.slice(0, at)) < 0.3;
}

/** True for the field that is a row's total. */
export function isTotal(profile: FieldProfile | undefined): boolean {
  return profile?.concepts[0]?.id === 'line_total';
}
