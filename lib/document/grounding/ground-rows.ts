import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Evidence, ExtractedRow } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { isSameValue } from '../values/read-cell-text.ts';
import { rankEvidence } from './locate.ts';

/** A place of a cell's value: height on its page (middle of its first line) and along it. */
type Spot = { evidence: Evidence; page: number; y: number; x: number; score: number };
/** Where a row may stand, and how many of its cells vouch for that. */
type Band = { page: number; y: number; weight: number };
/** Where a cell stands, and whether that is in its row and column. */
type Place = { evidence: Evidence; isInRow: boolean };
type Places = Record<string, Place | null>;

const MOST_SPOTS = 300;
/** Bands tried for each row. */
const MOST_BANDS = 40;
/** Share of a page's height within which cells stand on one line. */
const SAME_LINE = 0.007;
/** Share of a page's height that one row can reach down. */
const TALLEST_ROW = 0.12;
/** What a row gains for standing after the row before it; less than one rare cell says. */
const IN_ORDER = 0.6;
/** Share of a page's width by which a cell may stand beside its column's usual place. */
const SAME_COLUMN = 0.1;

/**
 * Finds where rows stand: each row where most of its cells' values stand on one line, rare values counting more, in the
 * order of the rows; then each cell in its row, in its column's usual place along the page when the value is there twice.
 * @param others rows of another engine: one with the same values vouches for its places
 * @returns for each row, column name → place, or null when the value is not found there
 */
export function groundRows(
  rows: readonly ExtractedRow[],
  columns: readonly RowField[],
  pages: readonly Page[],
  others: readonly ExtractedRow[],
): Places[] {
  const memory = new Map<string, Spot[]>();
  const spots = rows.map((row) => new Map(columns.map((column) => [column.name, spotsOf(row, column, pages, memory)])));
  const bands = chooseBands(spots.map((cells) => listBands(cells)));
  const order = bands
    .map((band, index) => ({ band, index }))
    .filter((entry): entry is { band: Band; index: number } => entry.band !== null);
  const first = rows.map((_row, index) => placeRow(spots[index]!, bands[index] ?? null, nextBand(order, index), new Map()));
  const usual = usualPlaces(first, columns);
  return rows.map((row, index) => {
    const places = placeRow(spots[index]!, bands[index] ?? null, nextBand(order, index), usual);
    const other = bands[index] === null ? others.find((candidate) => isSameRow(row, candidate, columns)) : undefined;
    if (other) for (const { name } of columns) places[name] ??= placeOf(ownValue(other, name)?.evidence[0]);
    return places;
  });
}

function placeOf(evidence: Evidence | undefined): Place | null {
  return evidence ? { evidence, isInRow: true } : null;
}

function spotsOf(row: ExtractedRow, column: RowField, pages: readonly Page[], memory: Map<string, Spot[]>): Spot[] {
  const cell = ownValue(row, column.name);
  if (!cell || cell.value === null || typeof cell.value === 'boolean' || cell.value === '') return [];
  const key = `${column.type} ${JSON.stringify(cell.value)}`;
  const known = memory.get(key);
  if (known) return known;
  const value = Array.isArray(cell.value) ? cell.value.join(' ') : cell.value;
  let found = rankEvidence(value, column.type, pages, { limit: MOST_SPOTS });
  if (found.length === 0 && typeof value === 'string')
    found = rankEvidence(value.split(/\s+/).slice(0, 5).join(' '), 'string', pages, { limit: 20 });
  const spots = found.flatMap(({ evidence, score }): Spot[] => {
    const page = pages.find(({ number }) => number === evidence.page);
    const firstWord = page?.words[evidence.words?.[0] ?? -1]?.box ?? evidence.box;
    if (!evidence.box || !firstWord) return [];
    return [{ evidence, page: evidence.page, y: (firstWord[1] + firstWord[3]) / 2, x: (evidence.box[0] + evidence.box[2]) / 2, score }];
  });
  memory.set(key, spots);
  return spots;
}

/** Lines on which values of the row stand, the likeliest first. */
function listBands(cells: Map<string, Spot[]>): Band[] {
  const bands: Band[] = [];
  for (const spots of cells.values()) {
    for (const spot of spots) {
      if (bands.some((band) => band.page === spot.page && Math.abs(band.y - spot.y) < SAME_LINE / 2)) continue;
      let weight = 0;
      for (const other of cells.values()) {
        const nearest = other
          .filter(({ page }) => page === spot.page)
          .map(({ y, score }) => ({ distance: y - spot.y, score }))
          .filter(({ distance }) => distance > -SAME_LINE * 2.5 && distance < SAME_LINE * 4)
          .sort((a, b) => Math.abs(a.distance) - Math.abs(b.distance))[0];
        if (!nearest) continue;
        const near = Math.abs(nearest.distance) < SAME_LINE ? 1 : 0.5;
        weight += near * nearest.score * (0.3 + 1 / Math.sqrt(other.length));
      }
      bands.push({ page: spot.page, y: spot.y, weight });
    }
  }
  return bands.sort((a, b) => b.weight - a.weight).slice(0, MOST_BANDS);
}

/**
 * One band a row: the heaviest choice in which no two rows share a band and rows that follow one another on the page gain
 * (dynamic programming over rows and their bands; a row may stand nowhere).
 */
function chooseBands(perRow: Band[][]): (Band | null)[] {
  type State = { band: Band | null; last: Band | null; total: number; before: State | null };
  let states: State[] = [{ band: null, last: null, total: 0, before: null }];
  for (const bands of perRow) {
    const next: State[] = [];
    for (const band of [...bands, null]) {
      let best: State | null = null;
      for (const state of states) {
        const gain = band === null ? 0 : band.weight + orderGain(state.last, band);
        const total = state.total + gain;
        if (!best || total > best.total) best = { band, last: band ?? state.last, total, before: state };
      }
      if (best) next.push(best);
    }
    states = next;
  }
  const chosen: (Band | null)[] = [];
  for (let at: State | null = states.reduce<State | null>((a, b) => (a && a.total >= b.total ? a : b), null); at?.before; at = at.before)
    chosen.unshift(at.band);
  return chosen;
}

function orderGain(last: Band | null, band: Band): number {
  if (!last) return 0;
  if (last.page === band.page && Math.abs(last.y - band.y) < SAME_LINE) return -3;
  const isAfter = band.page > last.page || (band.page === last.page && band.y > last.y);
  if (!isAfter) return -IN_ORDER;
  // the next row is rather near than far
  return IN_ORDER * (band.page === last.page ? 1 - Math.min(0.5, band.y - last.y) : 0.5);
}

function nextBand(order: { band: Band; index: number }[], index: number): Band | null {
  return order.find((entry) => entry.index > index)?.band ?? null;
}

/** The cells of a row within its band: from a little above its line to the next row's, at most so far down. */
function placeRow(cells: Map<string, Spot[]>, band: Band | null, next: Band | null, usual: Map<string, number>): Places {
  const places: Places = newRecord();
  const taken = new Set<string>();
  const end = band && next && next.page === band.page && next.y > band.y ? next.y - SAME_LINE : (band?.y ?? 0) + TALLEST_ROW;
  // values that stand in few places choose first
  for (const [name, spots] of [...cells].sort((a, b) => a[1].length - b[1].length)) {
    const x = usual.get(name);
    const cost = (spot: Spot) =>
      Math.abs(spot.y - (band?.y ?? spot.y)) * 6 + (x === undefined ? 0 : Math.abs(spot.x - x)) - spot.score * 0.05;
    const inBand = spots.filter(
      (spot) =>
        band &&
        spot.page === band.page &&
        spot.y > band.y - SAME_LINE * 2.5 &&
        spot.y < Math.min(end, band.y + TALLEST_ROW) &&
        !taken.has(keyOf(spot)),
    );
    const inRow = inBand.sort((a, b) => cost(a) - cost(b))[0];
    const best = inRow ?? elsewhere(spots, band);
    const isInColumn = inRow !== undefined && (x === undefined || Math.abs(inRow.x - x) < SAME_COLUMN);
    places[name] = best ? { evidence: best.evidence, isInRow: isInColumn } : null;
    if (best) taken.add(keyOf(best));
  }
  return places;
}

/** What is said once for several rows (a tax rate, a date over a group): the only place, or the nearest above on the page. */
function elsewhere(spots: Spot[], band: Band | null): Spot | undefined {
  if (spots.length === 1 || !band) return spots[0];
  const above = spots.filter((spot) => spot.page === band.page && spot.y < band.y).sort((a, b) => b.y - a.y);
  const below = spots.filter((spot) => spot.page === band.page && spot.y >= band.y).sort((a, b) => a.y - b.y);
  return above[0] ?? below[0] ?? spots[0];
}

function usualPlaces(placed: Places[], columns: readonly RowField[]): Map<string, number> {
  const usual = new Map<string, number>();
  for (const { name } of columns) {
    const centres = placed
      .flatMap((row) => {
        const box = ownValue(row, name)?.evidence.box;
        return box ? [(box[0] + box[2]) / 2] : [];
      })
      .sort((a, b) => a - b);
    const median = centres[Math.floor(centres.length / 2)];
    if (median !== undefined && centres.length > 1) usual.set(name, median);
  }
  return usual;
}

function keyOf({ evidence }: Spot): string {
  return `${evidence.page} ${evidence.words?.join(',') ?? evidence.box?.join(',')}`;
}

function isSameRow(row: ExtractedRow, other: ExtractedRow, columns: readonly RowField[]): boolean {
  const filled = columns.filter(({ name }) => (ownValue(row, name)?.value ?? null) !== null);
  return filled.length > 0 && filled.every(({ name }) => isSameValue(ownValue(row, name)!.value, ownValue(other, name)?.value ?? null));
}
