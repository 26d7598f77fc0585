import type { Evidence, ExtractedRow, ExtractedValue, ExtractionResult, Value } from '#lib/contract/service/extraction.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import { parseDate } from '#lib/document/values/parse-date.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { type FieldProfile, profileField } from '../terms/field-profile.ts';
import { LabelIndex } from '../terms/label-index.ts';
import { evidenceOf, nothingFound } from '../values/build-value.ts';
import { EITHER } from '../values/penalise-day-order.ts';
import { COMPLETED, cellConfidence, trustSums } from './cells/cell-confidence.ts';
import { continueRows } from './cells/continue-rows.ts';
import { completeDay, findYears, isDay, type Years } from './cells/days.ts';
import { settleBookings } from './cells/debit-and-credit.ts';
import { fillUnits } from './cells/fill-units.ts';
import { countFits } from './cells/fit-columns.ts';
import { mendProducts } from './cells/mend-products.ts';
import { readCell } from './cells/read-cell.ts';
import { type Marks, marksOf, readSignedAmount } from './cells/signed-amount.ts';
import { collectGridRows, type GridRows } from './collect-grid-rows.ts';
import { collectPlainBookings } from './collect-plain-bookings.ts';
import { collectPlainRows } from './collect-plain-rows.ts';
import { type CollectedRows, collectRows } from './collect-rows.ts';
import { collectTables } from './collect-tables.ts';
import { collectTextRows } from './collect-text-rows.ts';
import { type Contents, findHeader, isTotal } from './headings/header.ts';
import { type Band, bandsOf } from './layout/bands.ts';
import type { Column, Header } from './layout/column.ts';
import { type Ledger, ledgerOf } from './layout/ledger.ts';
import type { RawCell, RawRow } from './layout/raw-row.ts';

/** What cells of statements are read with; `marks`: which letters behind amounts tell their sides. */
type Bookings = { ledger: Ledger | null; marks: Marks; years: () => Years };

type Completeness = ExtractionResult['completeness'][string];

/** What approved documents have headings for, by name of the column. */
export type TaughtHeadings = ReadonlyMap<string, NonNullable<FieldProfile['taught']>>;
const NOTHING_TAUGHT: TaughtHeadings = new Map();

/** Rows with what says how complete they are; `titles`: the columns of the table as they were understood, none without headings. */
export type AnsweredRows = { rows: ExtractedRow[]; titles: readonly Column[]; completeness: Completeness };

/** Rows that are returned at most. */
const MOST_ROWS = 5000;
/** Headings that name this much less well than those of another page are not the table's. */
const BESIDE = 0.55;

/**
 * Rows of a `rows` field: the table whose headings name the row's fields best, followed over page breaks, whether or not the
 * headings are repeated. Tables with drawn lines are read by their grid. Every cell carries its evidence.
 * @param contents whether its columns hold figures, or only texts, days and codes
 * @param taught by name of a column, what approved documents have its headings for
 * @returns with the columns of the table as they were understood
 */
export function answerRows(
  context: ExtractionContext,
  field: Field,
  contents: Contents = 'figures',
  taught: TaughtHeadings = NOTHING_TAUGHT,
): AnsweredRows {
  const columns = field.fields ?? [];
  const profiles = columns.map((column): FieldProfile => {
    const headings = taught.get(column.name);
    return headings ? { ...profileField(column), taught: headings } : profileField(column);
  });
  const labels = new LabelIndex(context.view, profiles);
  const rows: RawRow[] = [];
  let header: Header | null = null;
  const fits = (entries: readonly RawRow[]) => countFits(context, entries, profiles, columns);
  let grid: GridRows | null = null;
  let open = false;
  let rowLike = 0;
  for (const page of context.view.pages) {
    if (rows.length >= MOST_ROWS) break;
    const bands = bandsOf(context.view, page);
    const collect = contents === 'texts' ? collectTextRows : collectTables;
    const found: Header | null = grid ? null : findHeader(context.view, bands, labels, profiles, contents);
    const good: boolean = found !== null && (header === null || found.score >= BESIDE * header.score);
    const collected: CollectedRows | null = found && good ? collect(context, bands, found, labels, profiles, columns) : null;
    const drawn: GridRows | null = header ? null : collectGridRows(context, page, labels, profiles, columns, grid, contents);
    if (drawn && fits(drawn.rows) >= fits(collected?.rows ?? [])) {
      grid = drawn;
      rows.push(...drawn.rows);
      rowLike += drawn.rows.length;
    } else if (collected && found) {
      // What looked like headings on a page before was none beside these.
      if (header && header.score < BESIDE * found.score && lacksMain(rows, collected.rows, profiles)) {
        rows.length = 0;
        [header, rowLike, open] = [null, 0, false];
      }
      if (contents === 'figures' && header && open && found.band > 0) {
        // The table of the page before may go on over the headings of this page.
        const over = collectRows(context, bands.slice(0, found.band), header, 0, labels, profiles, columns);
        const more = continueRows(rows, over.rows, columns, fits);
        rows.push(...more);
        rowLike += more.length;
      }
      if (collected.rows.length || !header) header = collected.header;
      rows.push(...collected.rows);
      rowLike += collected.rowLike;
      open = !collected.closed;
    } else if (contents === 'figures' && header && open) {
      const next = collectRows(context, bands, header, 0, labels, profiles, columns);
      const more = continueRows(rows, next.rows, columns, fits);
      rows.push(...more);
      rowLike += next.rowLike - (next.rows.length - more.length);
      open = !next.closed && more.length > 0;
    }
  }
  const ledger = ledgerOf(profiles);
  if (!rows.length && contents === 'figures' && ledger)
    for (const page of context.view.pages) rows.push(...collectPlainBookings(context, bandsOf(context.view, page), ledger, columns));
  if (!rows.length && contents === 'figures')
    for (const page of context.view.pages) {
      const plain = collectPlainRows(context, bandsOf(context.view, page), labels, profiles);
      if (plain.length < 2 && context.view.pages.length > 1) continue;
      rows.push(...plain);
    }
  dropOrdinals(rows, profiles);
  fillUnits(context, rows, profiles);
  if (ledger) settleBookings(rows, ledger);
  const titles = grid?.columns ?? header?.columns ?? [];
  const marks = marksOf(
    rows.flatMap(({ cells }) => cells.get(ledger?.amount ?? -1)?.text ?? []),
    titles.map(({ title }) => title).join(' '),
  );
  let known: Years | null = null;
  const years = () => {
    known ??= findYears(context);
    return known;
  };
  const built = rows.slice(0, MOST_ROWS).map((row) => buildRow(context, row, columns, profiles, titles, { ledger, marks, years }));
  const notPrinted = rows.map(({ cells }) => new Set(columns.flatMap(({ name }, index) => (cells.get(index)?.reason ? [name] : []))));
  const checked = trustSums(context, rows, mendProducts(built, notPrinted, profiles, context.view.recognised), profiles);
  return {
    rows: checked,
    titles,
    completeness: {
      row_like_lines: Math.max(rowLike, rows.length),
      rows: checked.length,
      unclaimed: unclaimed(context, rows).slice(0, 200),
    },
  };
}

/** True where rows have no text or no total and later ones do; or where later ones have neither, which says nothing. */
function lacksMain(before: readonly RawRow[], after: readonly RawRow[], profiles: readonly FieldProfile[]): boolean {
  const share = (rows: readonly RawRow[], field: number) => rows.filter(({ cells }) => cells.has(field)).length / Math.max(1, rows.length);
  const total = profiles.findIndex(isTotal);
  const main = [
    profiles.findIndex(({ concepts }) => concepts[0]?.id === 'item_description'),
    total >= 0 ? total : (ledgerOf(profiles)?.amount ?? -1),
  ].filter((field) => field >= 0 && share(after, field) > 0.5);
  return !main.length || main.some((field) => share(before, field) <= 0.5);
}

function buildRow(
  context: ExtractionContext,
  row: RawRow,
  columns: readonly RowField[],
  profiles: readonly FieldProfile[],
  titles: readonly Column[],
  bookings: Bookings,
): ExtractedRow {
  return Object.fromEntries(
    columns.map((column, index): [string, ExtractedValue] => {
      const cell = row.cells.get(index);
      const title =
        titles.find((entry) => entry.field === index && (entry.side ?? 0) === (cell?.side ?? 0)) ??
        titles.find((entry) => entry.field === index);
      if (!cell) return [column.name, nothingFound(title ? 'The cell is empty.' : 'The table has no such column.', title ? 0.8 : 0.9)];
      const { value, isCompleted, isOpen } = readValue(context, column, cell, bookings, index);
      if (value === null) return [column.name, nothingFound(`“${cell.text.slice(0, 60)}” does not read as ${column.type}.`, 0.4)];
      const sure = cellConfidence(context, cell, title, profiles[index]);
      const confidence = Math.min(sure, isCompleted ? COMPLETED : 1, isOpen ? EITHER : 1);
      return [
        column.name,
        {
          value,
          text: cell.text,
          confidence,
          evidence: evidenceOf(context.view, cell.ranges, row.page),
          candidates: [],
          ...reasonOf(cell, title, isCompleted),
        },
      ];
    }),
  );
}

/** Reads a cell: of a ledger with the side of its figure, and a day without a year with that of the document. */
function readValue(
  context: ExtractionContext,
  column: RowField,
  cell: RawCell,
  { ledger, marks, years }: Bookings,
  field: number,
): { value: Value; isCompleted: boolean; isOpen: boolean } {
  const { locale } = context.pool;
  const value =
    ledger && column.type === 'money'
      ? unsigned(readSignedAmount(column, cell, locale, field === ledger.amount ? marks : 'all'), field === ledger.out)
      : readCell(column, cell.text, locale);
  const isDate = column.type === 'date';
  const isOpen = isDate && !locale.isOrderKnown && parseDate(cell.text, 'dmy') !== parseDate(cell.text, 'mdy');
  if (value !== null || !isDate || !isDay(cell.text)) return { value, isCompleted: false, isOpen };
  return { value: completeDay(cell.text, years(), locale), isCompleted: true, isOpen };
}

/** Money out in a field of its own is above zero, whatever its sign on the page. */
function unsigned(value: Value, isOut: boolean): Value {
  return isOut && typeof value === 'number' ? Math.abs(value) : value;
}

function reasonOf(cell: RawCell, title: Column | undefined, isCompleted: boolean): { reason?: string } {
  if (cell.reason) return { reason: cell.reason };
  const year = isCompleted ? '; the year is that of the document’s dates' : '';
  return title ? { reason: `stands in the column “${title.title.slice(0, 60)}”${year}` } : {};
}

/** Takes a leading position number out of the rows' texts when it counts up with the rows. */
function dropOrdinals(rows: RawRow[], profiles: readonly FieldProfile[]): void {
  const field = profiles.findIndex((profile) => profile.concepts[0]?.id === 'item_description');
  const numbers = rows.map((row) => Number(/^(\d{1,4})[.)]?\s+\S/.exec(row.cells.get(field)?.text ?? '')?.[1] ?? Number.NaN));
  const first = numbers[0] ?? Number.NaN;
  if (field < 0 || !numbers.length || !numbers.every((number, index) => number === first + index) || first > 1) return;
  for (const row of rows) {
    const cell = row.cells.get(field);
    const range = cell?.ranges[0];
    if (!cell || !range) continue;
    cell.text = cell.text.replace(/^\d{1,4}[.)]?\s+/, '');
    range[0]++;
    if (range[0] >= range[1] && cell.ranges.length > 1) cell.ranges.shift();
  }
}

/** Amounts on the lines of the rows that no cell claims. */
function unclaimed(context: ExtractionContext, rows: readonly RawRow[]): Evidence[] {
  const claimed = new Set<number>();
  const lines = new Map<number, Band>();
  for (const row of rows) {
    for (const cell of row.cells.values())
      for (const [start, end] of cell.ranges) for (let token = start; token < end; token++) claimed.add(token);
    for (const segment of row.band.segments) lines.set(segment.index, row.band);
  }
  return context.pool.candidates
    .filter((candidate) => candidate.kind === 'amount' && candidate.decimals === 2 && lines.has(candidate.segment))
    .filter((candidate) =>
      candidate.ranges.every(([start, end]) =>
        Array.from({ length: end - start }, (_, step) => start + step).every((token) => !claimed.has(token)),
      ),
    )
    .flatMap((candidate) => evidenceOf(context.view, candidate.ranges, candidate.page));
}
