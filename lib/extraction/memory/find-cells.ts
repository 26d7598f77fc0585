import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { foldText, textKey } from '#lib/document/values/fold-text.ts';
import { textOverlap } from '../labels/text-overlap.ts';
import { readCell } from '../rows/cells/read-cell.ts';
import { type Band, bandsOf } from '../rows/layout/bands.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { textOfTokens } from '../view/document-view.ts';
import type { ApprovedRow } from './approved-rows.ts';

/** Print on a line of a page. `band`: index of the line in the document. Edges in ems. */
export type Place = { band: number; start: number; end: number; left: number; right: number };

/**
 * The lines of a document, and where each approved row stands: by column the prints of its value, by row its line. `isEmpty`: by column,
 * whether it was approved as holding nothing. `taken`: the lines that approved rows stand on.
 */
export type FoundCells = { bands: Band[]; rows: { band: number; places: Place[][] }[]; isEmpty: boolean[]; taken: ReadonlySet<number> };

/** Words of a cell that stands close to another one. */
const SHORT = 4;
/** Words of a segment of which every run is looked at. */
const FEW = 6;
/** Lines of the document that are looked at. */
const MOST_BANDS = 2000;
/** What evidence counts among the prints that say on which line a row stands. */
const SHOWN = 3;
/** Least overlap of a text with a print that is the same text, slips of recognition aside; letters with which a text begins at least. */
const ALIKE = 0.75;
const BEGINNING = 4;

/**
 * Where approved rows are printed: on the line that shows most of their values, at least two, or all that they have. Values that evidence
 * was given for stand there, others wherever the line reads as they do.
 */
export function findCells(context: ExtractionContext, columns: readonly RowField[], rows: readonly ApprovedRow[]): FoundCells {
  const bands = context.view.pages.flatMap((page) => bandsOf(context.view, page)).slice(0, MOST_BANDS);
  const groups = groupColumns(columns);
  const prints = indexPrints(context, columns, groups, bands);
  const placeOf = placeWords(context, bands);
  const shownOf = (cell: ApprovedRow[number]) => shownPlace(context, placeOf, cell?.evidence);
  const used = new Set<number>();
  let before = -1;
  const found = rows.flatMap((row) => {
    const exact = row.map((cell, at) => (cell ? (prints.get(keyOf(columns[at], groups[at], cell.value)) ?? []) : []));
    const shown = row.map(shownOf);
    const votes = new Map<number, number>();
    for (const places of exact) for (const band of new Set(places.map((place) => place.band))) votes.set(band, (votes.get(band) ?? 0) + 1);
    for (const place of shown) if (place) votes.set(place.band, (votes.get(place.band) ?? 0) + SHOWN);
    const needed = Math.min(2, row.filter((cell) => cell && cell.value !== null).length);
    const [best] = [...votes]
      .filter(([band, count]) => count >= needed && !used.has(band))
      .sort(([a, x], [b, y]) => y - x || Number(a < before) - Number(b < before) || a - b);
    if (!best || needed === 0) return [];
    const [band] = best;
    used.add(band);
    before = band;
    return [{ band, exact, shown, row }];
  });
  const placed = found.map(({ band, exact, shown, row }) => {
    const near = [band, band + 1, band - 1].filter((one) => one === band || !used.has(one));
    const places = exact.map((all, at) => {
      const value = row[at]?.value;
      const pointed = shown[at];
      if (pointed && value !== null) return [pointed];
      for (const one of near) {
        const here = all.filter((place) => place.band === one);
        const alike = here.length > 0 || typeof value !== 'string' ? here : placesAlike(context, bands[one], one, value);
        if (alike.length > 0) return alike;
      }
      return [];
    });
    return { band, places };
  });
  const isEmpty = columns.map((_, at) => rows.some((row) => row[at]) && rows.every((row) => (row[at]?.value ?? null) === null));
  return { bands, rows: placed, isEmpty, taken: used };
}

/** Values are compared as columns of their type read them; amounts without their sign, which headings may say instead. */
function keyOf(column: RowField | undefined, group: number | undefined, value: Value): string {
  if (value === null || !column) return '';
  if (typeof value === 'number') return `n ${Math.abs(value)}`;
  if (column.type === 'string' || column.type === 'list') {
    const key = textKey(String(Array.isArray(value) ? (value[0] ?? '') : value));
    return key && `t ${key}`;
  }
  return `${group} ${JSON.stringify(value)}`;
}

/** By column, the first one that reads a print as it does. */
function groupColumns(columns: readonly RowField[]): number[] {
  const ways = columns.map(({ name: _, label: __, description: ___, ...way }) => JSON.stringify(way));
  return ways.map((way) => ways.indexOf(way));
}

function indexPrints(
  context: ExtractionContext,
  columns: readonly RowField[],
  groups: readonly number[],
  bands: readonly Band[],
): Map<string, Place[]> {
  const prints = new Map<string, Place[]>();
  const figure =
    columns.find(({ type }) => type === 'money') ?? columns.find(({ type }) => ['number', 'integer', 'percentage'].includes(type));
  const others = columns.flatMap((column, at) =>
    ['date', 'enum', 'boolean'].includes(column.type) && groups[at] === at ? [{ column, at }] : [],
  );
  const put = (key: string, place: Place) => {
    if (!key) return;
    const places = prints.get(key);
    if (places) places.push(place);
    else prints.set(key, [place]);
  };
  bands.forEach((band, index) => {
    for (const segment of band.segments)
      for (const [start, end] of runsOf(segment.start, segment.end)) {
        const text = textOfTokens(context.view, start, end);
        const place = {
          band: index,
          start,
          end,
          left: context.view.tokens[start]?.left ?? segment.left,
          right: context.view.tokens[end - 1]?.right ?? segment.right,
        };
        const key = textKey(text);
        if (key) put(`t ${key}`, place);
        for (const { column, at } of others) put(keyOf(column, at, readCell(column, text, context.pool.locale)), place);
        if (figure && end - start <= SHORT && /\d/.test(text)) put(keyOf(figure, -1, readCell(figure, text, context.pool.locale)), place);
      }
  });
  return prints;
}

/** Runs of the words of a segment that may be cells of their own: all of a short one, else the whole and what it begins and ends with. */
function runsOf(start: number, end: number): [number, number][] {
  const runs: [number, number][] = [[start, end]];
  for (let from = start; from < end; from++)
    for (let to = from + 1; to <= Math.min(end, from + SHORT); to++)
      if (to - from < end - start && (end - start <= FEW || from === start || to === end)) runs.push([from, to]);
  return runs;
}

/** By page and word, the line and the token. */
function placeWords(context: ExtractionContext, bands: readonly Band[]): ReadonlyMap<string, { band: number; token: number }> {
  const placeOf = new Map<string, { band: number; token: number }>();
  bands.forEach((band, index) => {
    const number = context.view.pages[band.page]?.page.number;
    for (const { start, end } of band.segments)
      for (let token = start; token < end; token++) placeOf.set(`${number} ${context.view.tokens[token]?.word}`, { band: index, token });
  });
  return placeOf;
}

/** Where evidence stands: on the words that it names, as far as they are on one line; null where it names none. */
function shownPlace(
  context: ExtractionContext,
  placeOf: ReturnType<typeof placeWords>,
  evidence: readonly Evidence[] | undefined,
): Place | null {
  const [shown] = evidence ?? [];
  const found = (shown?.words ?? []).flatMap((word) => placeOf.get(`${shown?.page} ${word}`) ?? []);
  const [first] = found;
  if (!first) return null;
  const tokens = found.filter(({ band }) => band === first.band).map(({ token }) => token);
  const [start, last] = [Math.min(...tokens), Math.max(...tokens)];
  const [from, to] = [context.view.tokens[start], context.view.tokens[last]];
  return from && to ? { band: first.band, start, end: last + 1, left: from.left, right: to.right } : null;
}

/** The segments of a line that a text begins with, or that say it with slips of recognition; of several, the likest. */
function placesAlike(context: ExtractionContext, band: Band | undefined, index: number, value: string): Place[] {
  const [key, folded] = [textKey(value), foldText(value)];
  const scored = (band?.segments ?? []).map(({ start, end, left, right }) => {
    const text = textOfTokens(context.view, start, end);
    const printed = textKey(text);
    const begins = printed.length >= BEGINNING && key.startsWith(printed);
    return { place: { band: index, start, end, left, right }, likeness: begins ? 1 : textOverlap(foldText(text), folded) };
  });
  const most = Math.max(0, ...scored.map(({ likeness }) => likeness));
  return most < ALIKE ? [] : scored.filter(({ likeness }) => likeness === most).map(({ place }) => place);
}
