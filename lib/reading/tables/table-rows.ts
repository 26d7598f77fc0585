import type { Box } from '#lib/contract/service/box.ts';
import { unionAll } from '#lib/document/geometry/box.ts';
import type { PlacedWord } from './table-grid.ts';

/** A text in columns `first` to `last` (inclusive). */
export type RowPart = { first: number; last: number; words: PlacedWord[] };
/** A line, and later a row, of a table without drawn rows. */
export type TextRow = { parts: RowPart[]; box: Box; header: boolean };

type Shape = { columns: number; lineHeight: number /** y of level rulings through the table */; separators: readonly number[] };

const NUMBER = /^[-–—(+$€£¥~<>≤≥*]*\d[\d.,'\s/:%-]*[)%*†a-d]*$|^(n\.?\s?a\.?|n\/a|[-–—:.…]+|nil)$/i;
const MEASURE = /^[-+]?\d[\d.,]*\s?[\p{L}%€$£]{1,4}\.?$/u;
const YEAR = /^(19|20)\d\d([-/–]\d{2,4})?$/;

/** Joins lines that belong to one row: wrapped texts and headings of several lines. */
export function joinRows(lines: readonly TextRow[], shape: Shape): TextRow[] {
  const headings = countHeadings(lines, shape);
  const head = joinHeadings(lines.slice(0, headings));
  return [...head, ...joinBody(lines.slice(headings), shape)];
}

function textOf({ words }: RowPart): string {
  return words.map(({ text }) => text).join(' ');
}

function isNumeric(part: RowPart): boolean {
  return isNumericText(textOf(part));
}

/** A number, an amount, a share, or what stands for none of them. */
export function isNumericText(text: string): boolean {
  return NUMBER.test(text) || MEASURE.test(text);
}

function isData({ parts }: TextRow): boolean {
  const rest = parts.filter(({ first }) => first > 0);
  const numbers = rest.filter(isNumeric);
  return (
    (numbers.length >= 2 || (numbers.length > 0 && numbers.length >= 0.5 * rest.length)) &&
    !numbers.every((part) => YEAR.test(textOf(part)))
  );
}

function isParted(above: TextRow, below: TextRow, separators: readonly number[]): boolean {
  const from = above.box[3] - 0.35 * (above.box[3] - above.box[1]);
  const to = below.box[1] + 0.35 * (below.box[3] - below.box[1]);
  return separators.some((y) => y > from && y < to);
}

/** How many of the first lines are headings: those before the first line of numbers, or above the first ruling. */
function countHeadings(lines: readonly TextRow[], { separators, columns }: Shape): number {
  // a list of labels and values has no headings
  if (lines.slice(0, 4).some(({ parts }) => parts.length > 1 && parts[0]?.first === 0 && /:$/.test(textOf(parts[0])))) return 0;
  const data = lines.findIndex(isData);
  const rule = lines.findIndex((line, index) => index > 0 && isParted(lines[index - 1]!, line, separators));
  if (data < 0) return rule > 0 && rule <= 4 ? rule : 0;
  if (rule > 0 && rule <= data) return rule;
  let count = Math.min(data, 8);
  // a lone text in the first column right above the numbers is the first row's group, not a heading
  while (count > 0 && lines[count - 1]!.parts.every(({ last }) => last === 0) && columns > 1) count--;
  return count;
}

/**
 * Headings: a text over several columns is a row of its own; what stands below it in single columns is stacked to one row.
 */
function joinHeadings(lines: readonly TextRow[]): TextRow[] {
  const rows: TextRow[] = [];
  for (const line of lines) {
    const last = rows.at(-1);
    const spans = line.parts.some(({ first, last: end }) => end > first);
    const lastSpans = last?.parts.some(({ first, last: end }) => end > first) ?? false;
    if (!last || spans || lastSpans)
      rows.push({ ...line, parts: line.parts.map((part) => ({ ...part, words: [...part.words] })), header: true });
    else stack(last, line);
  }
  // texts of single columns above the lowest heading row belong to the heading below them
  for (let index = rows.length - 2; index >= 0; index--) {
    const [above, below] = [rows[index]!, rows[index + 1]!];
    const moved = above.parts.filter(
      (part) =>
        part.first === part.last &&
        below.parts.every(({ first, last }) => last <= part.first || first >= part.last || (first === part.first && last === part.last)),
    );
    for (const part of moved) {
      const target = below.parts.find(({ first, last }) => first === part.first && last === part.last);
      if (target) target.words.unshift(...part.words);
      else below.parts.push(part);
    }
    above.parts = above.parts.filter((part) => !moved.includes(part));
    below.parts.sort((a, b) => a.first - b.first);
  }
  return rows.filter(({ parts }) => parts.length > 0);
}

function stack(row: TextRow, line: TextRow): void {
  for (const part of line.parts) {
    const same = row.parts.find(({ first, last }) => first <= part.last && last >= part.first);
    if (same) {
      same.words.push(...part.words);
      same.last = Math.max(same.last, part.last);
    } else row.parts.push({ ...part, words: [...part.words] });
  }
  row.parts.sort((a, b) => a.first - b.first);
  row.box = unionAll([row.box, line.box]);
}

/** Joins the lines of a table's body that continue a text of the row above. */
export function joinBody(lines: readonly TextRow[], shape: Shape): TextRow[] {
  const gaps = lines.slice(1).map((line, index) => line.box[1] - lines[index]!.box[3]);
  const tight = tightGap(gaps, shape.lineHeight);
  const rows: TextRow[] = [];
  for (const [index, line] of lines.entries()) {
    const last = rows.at(-1);
    const gap = gaps[index - 1] ?? 0;
    if (last && !isParted(lines[index - 1]!, line, shape.separators) && continues(last, line, gap, tight, shape)) stack(last, line);
    else rows.push({ ...line, parts: line.parts.map((part) => ({ ...part, words: [...part.words] })) });
  }
  return rows;
}

/** The largest gap inside a row when gaps come in two clear sizes, else null. */
function tightGap(gaps: readonly number[], lineHeight: number): number | null {
  const sorted = [...gaps].sort((a, b) => a - b);
  let best: { at: number; jump: number } | null = null;
  for (let index = 1; index < sorted.length; index++) {
    const jump = sorted[index]! - sorted[index - 1]!;
    if (jump > 0.2 * lineHeight && (!best || jump > best.jump)) best = { at: index, jump };
  }
  if (!best || best.at < 0.1 * sorted.length || sorted.length - best.at < 0.25 * sorted.length) return null;
  return (sorted[best.at - 1]! + sorted[best.at]!) / 2;
}

function continues(row: TextRow, line: TextRow, gap: number, tight: number | null, { columns, lineHeight }: Shape): boolean {
  if (gap > 0.6 * lineHeight && tight === null) return false;
  if (tight !== null && gap > tight) return false;
  const shared = line.parts.filter((part) => row.parts.some(({ first, last }) => first <= part.last && last >= part.first));
  if (
    shared.some(
      (part) => isNumeric(part) && row.parts.some((above) => above.first <= part.last && above.last >= part.first && isNumeric(above)),
    )
  )
    return false;
  const onlyLabel = line.parts.length === 1 && line.parts[0]!.last === 0;
  const label = line.parts.find(({ first }) => first === 0);
  if (tight !== null) return !(label && line.parts.length >= 0.75 * columns && (columns === 2 || line.parts.some(isNumeric)));
  const above = row.parts.find(({ first }) => first === 0);
  const flows =
    label && above && (/^[\p{Ll}(]/u.test(textOf(label)) || /([-,&]|\b(and|of|the|for|und|der|die|et|de))$/i.test(textOf(above)));
  if (onlyLabel) return Boolean(flows) && row.parts.length > 0;
  if (row.parts.length === 1 && above) return Boolean(flows) && row.parts[0]!.last === 0;
  return !label && line.parts.length < row.parts.length && !line.parts.every(isNumeric) && gap < 0.5 * lineHeight;
}
