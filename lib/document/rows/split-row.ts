import type { ActionDraft, MergedRow } from '#lib/contract/desk/review.ts';
import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { evidenceOfWords } from '../geometry/page-lines.ts';
import { formatPointer } from '../values/pointer.ts';
import { isFigureColumn, isSameValue, readCellText } from '../values/read-cell-text.ts';
import type { TableContext } from './cell-sources.ts';
import { rowFromLine } from './row-from-line.ts';

type Half = { value: Value; evidence: Evidence[] };

/** The line on which a row's second part begins: the second line with figures, else its second line. */
function secondLine(context: TableContext, row: number): number | null {
  const place = context.places[row];
  const lined = place && context.pages.get(place.page);
  if (!place || !lined || place.anchors.length < 2) return null;
  const later = place.anchors.slice(1);
  const hasFigure = (line: number) => lined.lines[line]!.words.some((word) => /\d/.test(lined.page.words[word]!.text));
  return later.find(hasFigure) ?? later[0]!;
}

function cutByLine(context: TableContext, row: number, column: RowField, line: number): [Half, Half] | null {
  const cell = context.rows[row]!.cells[column.name];
  const place = context.places[row]!;
  const lined = context.pages.get(place.page)!;
  const words = cell?.evidence.flatMap(({ page, words: own }) => (page === place.page ? (own ?? []) : [])) ?? [];
  const lower = words.filter((word) => lined.lineOf[word]! >= line);
  if (lower.length === 0) return null;
  const half = (some: number[]): Half => {
    if (some.length === 0) return { value: null, evidence: [] };
    const evidence = evidenceOfWords(lined.page, some);
    return { value: readCellText(column, evidence.text, context.locale), evidence: [evidence] };
  };
  return [half(words.filter((word) => lined.lineOf[word]! < line)), half(lower)];
}

/** A text with a line break parts at the first one. */
function cutText(value: Value): [Half, Half] | null {
  if (typeof value !== 'string' || !value.includes('\n')) return null;
  const [first = '', ...rest] = value.split('\n');
  return [
    { value: first.trim() || null, evidence: [] },
    { value: rest.join('\n').trim() || null, evidence: [] },
  ];
}

/**
 * The actions that make two rows of one: what stands on the row's later lines goes to a new row under it, read anew where
 * the row had nothing of it. A row on one line gets an empty row under it.
 */
export function splitRow(context: TableContext, name: string, row: number): ActionDraft[] {
  const current = context.rows[row];
  if (!current) return [];
  const line = secondLine(context, row);
  const values = newRecord<Half>();
  const kept: ActionDraft[] = [];
  for (const column of context.columns) {
    const cell = ownValue(current.cells, column.name);
    const halves = cell && ((line === null ? null : cutByLine(context, row, column, line)) ?? cutText(cell.value));
    if (!cell || !halves) continue;
    const [upper, lower] = halves;
    if (lower.value !== null) values[column.name] = lower;
    if (isSameValue(upper.value, cell.value)) continue;
    kept.push(
      upper.value === null
        ? { kind: 'clear', pointer: cell.pointer }
        : { kind: 'correct', pointer: cell.pointer, value: upper.value, evidence: upper.evidence },
    );
  }
  if (line !== null) {
    const place = context.places[row]!;
    const lined = context.pages.get(place.page)!;
    const anew = rowFromLine(context, evidenceOfWords(lined.page, lined.lines[line]!.words));
    for (const [column, half] of Object.entries(anew?.values ?? {})) values[column] ??= half;
  }
  return [...kept, { kind: 'insert_row', pointer: formatPointer(name, row + 1), values }];
}

/**
 * The actions that make one row of several next to each other: texts are joined in order, of other values the first one
 * that is there is kept. Empty for fewer than two rows.
 */
export function mergeRows(columns: readonly RowField[], rows: readonly MergedRow[], name: string, from: number, to: number): ActionDraft[] {
  const some = rows.slice(from, to + 1);
  if (some.length < 2) return [];
  const changed = columns.flatMap((column): ActionDraft[] => {
    const filled = some.flatMap((row) => {
      const cell = ownValue(row.cells, column.name);
      return cell && cell.value !== null && cell.value !== '' ? [cell] : [];
    });
    const own = ownValue(some[0]!.cells, column.name);
    if (!own || filled.length === 0) return [];
    const isText = column.type === 'string' && !isFigureColumn(column);
    const value = isText ? filled.map((cell) => String(cell.value)).join(' ') : filled[0]!.value;
    const evidence = isText ? filled.flatMap((cell) => cell.evidence) : filled[0]!.evidence;
    return isSameValue(value, own.value) ? [] : [{ kind: 'correct', pointer: own.pointer, value, evidence }];
  });
  const removed = some.slice(1).map((): ActionDraft => ({ kind: 'remove_row', pointer: formatPointer(name, from + 1) }));
  return [...changed, ...removed];
}
