import type { Value } from '#lib/contract/service/extraction.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import { anyOf } from '../../languages/languages.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';
import type { LabelIndex } from '../../terms/label-index.ts';
import { textOfTokens } from '../../view/document-view.ts';
import type { Column } from '../layout/column.ts';
import type { RawCell, RawRow } from '../layout/raw-row.ts';
import { wrappedLines } from './name-lines.ts';
import { FIGURES, readCell } from './read-cell.ts';

/** A heading over names and their descriptions together, which are then printed as "name - description". */
const NAME_AND_TEXT = new RegExp(
  `(?:^|\\P{L})(?:${anyOf(({ tables }) => tables?.nameHeadings)})(?:$|\\P{L}).*(?:${anyOf(({ tables }) => tables?.textHeadings)})`,
  'iu',
);
/** Parties as messages of electronic trade abbreviate them (UN/EDIFACT 3035). */
const PARTY_CODES: Record<string, string> = { SE: 'seller', SU: 'seller', BY: 'buyer', IV: 'buyer' };
const DASH = /^[-–—]$/;
const LABELLED = /^(\p{L}[^:]{0,24}):\s*(\S.*)$/u;

/**
 * Texts of rows whose cells hold several lines: a name keeps the lines that go on with it; where the heading names both name and
 * description and most cells have one dash, it ends there; of labelled numbers in one cell the one whose label names the field is taken.
 */
export function fillCellTexts(
  context: ExtractionContext,
  rows: readonly RawRow[],
  columns: readonly Column[],
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
): void {
  for (const column of columns) {
    const profile = profiles[column.field];
    if (!profile) continue;
    const cells = rows.flatMap((row) => row.cells.get(column.field) ?? []);
    if (FIGURES.has(profile.field.type)) for (const cell of cells) keepFigure(context, cell, profile.field);
    if (!['string', 'list'].includes(profile.field.type)) continue;
    const widest = Math.max(...cells.map(({ ranges }) => context.view.tokens[(ranges[0]?.[1] ?? 0) - 1]?.right ?? 0));
    for (const cell of cells) {
      if (takeLabelled(context, cell, labels, column.field, profile.role)) continue;
      if (profile.kind === 'text') keepName(context, cell, widest);
    }
    if (NAME_AND_TEXT.test(column.title) && 2 * cells.filter((cell) => countDashes(context, cell) === 1).length > cells.length)
      for (const cell of cells) cutAtDash(context, cell);
  }
}

/** The figures a cell may mean: the one it reads as, or those of its lines, first to last. */
export function figuresOfCell(
  context: ExtractionContext,
  cell: RawCell,
  column: Field | RowField,
): { value: Value; range: [number, number] | null }[] {
  const whole = readCell(column, cell.text, context.pool.locale);
  if (whole !== null) return [{ value: whole, range: null }];
  return cell.ranges.flatMap((range) => {
    const value = readCell(column, textOfTokens(context.view, range[0], range[1]), context.pool.locale);
    return value === null ? [] : [{ value, range }];
  });
}

/** Of several figures in a cell, one on each line, the first. */
function keepFigure(context: ExtractionContext, cell: RawCell, column: Field | RowField): void {
  const range = figuresOfCell(context, cell, column)[0]?.range;
  if (range) setRanges(context, cell, [range]);
}

function setRanges(context: ExtractionContext, cell: RawCell, ranges: [number, number][]): void {
  cell.ranges = ranges;
  cell.text = ranges.map(([start, end]) => textOfTokens(context.view, start, end)).join(' ');
}

function keepName(context: ExtractionContext, cell: RawCell, widest: number): void {
  const [first, ...rest] = cell.ranges;
  if (!first || !rest.length) return;
  const lines = rest.flatMap(([start, end]) => {
    const segment = context.view.segments[context.view.tokens[start]?.segment ?? -1];
    return segment ? [{ segment: { ...segment, start, end }, text: textOfTokens(context.view, start, end) }] : [];
  });
  setRanges(context, cell, [first]);
  const count = wrappedLines(context, cell, lines, widest);
  setRanges(context, cell, [first, ...rest.slice(0, count)]);
}

/** Dashes that stand alone in a cell, but for those that begin a line. */
function countDashes(context: ExtractionContext, { ranges }: RawCell): number {
  return ranges.reduce(
    (count, [start, end]) => count + context.view.tokens.slice(start + 1, end).filter(({ text }) => DASH.test(text)).length,
    0,
  );
}

function cutAtDash(context: ExtractionContext, cell: RawCell): void {
  const ranges: [number, number][] = [];
  for (const [start, end] of cell.ranges) {
    const dash = Array.from({ length: end - start }, (_, step) => start + step).find(
      (token) => token > start && DASH.test(context.view.tokens[token]?.text ?? ''),
    );
    ranges.push([start, dash ?? end]);
    if (dash !== undefined) break;
  }
  setRanges(context, cell, ranges);
}

/** Of lines such as "EAN: 40…", "Supplier no: 12" takes the value of the one whose label names the field best; false when there is none. */
function takeLabelled(context: ExtractionContext, cell: RawCell, labels: LabelIndex, field: number, role: string | null): boolean {
  let best: { score: number; range: [number, number] } | null = null;
  for (const [start, end] of cell.ranges) {
    const match = LABELLED.exec(textOfTokens(context.view, start, end));
    if (!match || !/\d/.test(match[2] ?? '')) continue;
    let colon = start;
    while (colon < end && !/:$/.test(context.view.tokens[colon]?.text ?? '')) colon++;
    if (colon + 1 >= end) continue;
    const party = PARTY_CODES[match[1]?.split(/[\s_-]/)[0] ?? ''];
    const score = (labels.compare([[start, colon + 1]])[field]?.score ?? 0) + (party && role ? (party === role ? 0.5 : -0.5) : 0);
    if (score > 0.2 && score > (best?.score ?? 0)) best = { score, range: [colon + 1, end] };
  }
  if (!best) return false;
  setRanges(context, cell, [best.range]);
  return true;
}
