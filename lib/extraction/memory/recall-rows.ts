import { ownValue } from '#lib/contract/json/own-value.ts';
import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import type { TableLesson } from '#lib/contract/service/lesson.ts';
import type { AnsweredRows } from '../rows/answer-rows.ts';
import { isProduct } from '../rows/cells/fit-columns.ts';
import { taughtScore } from '../rows/headings/taught-heading.ts';
import { ledgerOf } from '../rows/layout/ledger.ts';
import { answerAnyRows } from '../rows/sections/answer-any-rows.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { profileField } from '../terms/field-profile.ts';
import { LAYOUT_LIKENESS } from './find-alike.ts';
import type { Remembered } from './lesson.ts';
import { taughtHeadings } from './taught-headings.ts';

type Headings = TableLesson['headings'];
type TableMemory = { id: string; likeness: number; weight: number; table: TableLesson };

/** Share of the headings of a document's columns that must be printed over the same columns here. */
const PRINTED = 0.6;
/** Score from which the engine understands a heading by its words. */
const NAMED = 0.5;
/** Ids given with a value: of the likest documents. */
const MOST_IDS = 5;

/**
 * Rows of a `rows` field, with what approved documents have under its headings where that helps: where the engine read their tables with
 * fewer errors so than by itself, and those headings are printed here. The engine's own answer stays where more of the approved documents
 * say otherwise, where it has more cells in the columns that they know, or more rows that add up, and so do bookings. Documents of another layout do not
 * contradict what the engine understands by its words.
 */
export function recallRows(context: ExtractionContext, field: Field, memory: readonly Remembered[]): AnsweredRows {
  const own = answerAnyRows(context, field);
  const columns = field.fields ?? [];
  if (ledgerOf(columns.map(profileField))) return own;
  const known = tablesOf(memory, field.name, columns);
  const headings = agreeOn(known);
  if (gainOf(known, headings) <= 0) return own;
  const said = taughtHeadings(headings, columns);
  const taught = answerAnyRows(context, field, said);
  const bearing = known.filter(
    ({ table, likeness }) => isPrinted(table, taught, columns) && (likeness >= LAYOUT_LIKENESS || !isContrary(table, own, columns)),
  );
  const filled = (rows: readonly ExtractedRow[]) =>
    columns.reduce(
      (sum, { name }) =>
        headings.some(({ column }) => column === name) ? sum + rows.filter((row) => row[name]?.value != null).length : sum,
      0,
    );
  const isWorse = filled(taught.rows) < filled(own.rows) || countProducts(taught.rows, columns) < countProducts(own.rows, columns);
  if (bearing.length === 0 || isWorse || valuesOf(taught.rows) === valuesOf(own.rows)) return own;
  return { ...taught, rows: markCells(taught, columns, bearing, known) };
}

/** What approved documents teach about a field, as far as its columns are still there. One layout counts fully, others as far as alike. */
function tablesOf(memory: readonly Remembered[], name: string, columns: readonly RowField[]): TableMemory[] {
  return memory.flatMap(({ id, likeness, lesson }) => {
    const table = ownValue(lesson.tables ?? {}, name);
    if (!table) return [];
    const headings = table.headings.filter(({ column }) => column === null || columns.some((one) => one.name === column));
    return [{ id, likeness, weight: likeness >= LAYOUT_LIKENESS ? 1 : likeness, table: { ...table, headings } }];
  });
}

/** The headings of which more than half of the documents that have them say the same. */
function agreeOn(known: readonly TableMemory[]): Headings {
  const votes = new Map<string, Map<string | null, number>>();
  for (const { table, weight } of known)
    for (const { text, column } of table.headings) {
      const own = votes.get(text) ?? new Map<string | null, number>();
      votes.set(text, own.set(column, (own.get(column) ?? 0) + weight));
    }
  return [...votes].flatMap(([text, own]) => {
    const all = [...own.values()].reduce((sum, weight) => sum + weight, 0);
    const [most] = [...own].filter(([, weight]) => weight > all / 2);
    return most ? [{ text, column: most[0] }] : [];
  });
}

/**
 * Share of the cells that these headings set right on the approved documents, summed up; what contradicts a document counts against them. What
 * a document gained by a heading that is not among them is not known to be gained without it.
 */
function gainOf(known: readonly TableMemory[], headings: Headings): number {
  const columnOf = new Map(headings.map(({ text, column }) => [text, column]));
  return known.reduce((sum, { weight, table }) => {
    const against = table.headings.filter(({ text, column }) => columnOf.has(text) && columnOf.get(text) !== column).length;
    const measured = Math.max(-1, Math.min(1, (table.wrong - table.taughtWrong) / Math.max(1, table.cells)));
    const isWhole = table.headings.every(({ text, column }) => column === null || columnOf.has(text));
    const gain = isWhole ? measured : Math.min(0, measured);
    return sum + weight * (against > 0 ? Math.min(gain, -against / table.headings.length) : gain);
  }, 0);
}

/** True where a document has other columns under headings that the engine understands by their words here. */
function isContrary({ headings }: TableLesson, { titles }: AnsweredRows, columns: readonly RowField[]): boolean {
  return titles.some(({ field, score, title }) => {
    const name = columns[field]?.name;
    return name !== undefined && score >= NAMED && headings.some(({ text, column }) => column !== name && isSame(text, title));
  });
}

/** True where most headings of a document's columns stand over the same columns here. */
function isPrinted({ headings }: TableLesson, { titles }: AnsweredRows, columns: readonly RowField[]): boolean {
  const own = headings.filter(({ column }) => column !== null);
  const printed = own.filter(({ text, column }) =>
    titles.some(({ field, title }) => columns[field]?.name === column && isSame(text, title)),
  );
  return printed.length >= Math.max(1, PRINTED * own.length);
}

function isSame(text: string, title: string): boolean {
  return (taughtScore({ taught: { own: [text], others: [] } }, title) ?? 0) > 0;
}

/** Rows whose quantity times price is their total. */
function countProducts(rows: readonly ExtractedRow[], columns: readonly RowField[]): number {
  const [quantity, price, total] = ['quantity', 'unit_price', 'line_total'].map(
    (id) => columns.find((column) => profileField(column).concepts[0]?.id === id)?.name ?? '',
  );
  const figure = (row: ExtractedRow, name = '') => {
    const value = row[name]?.value;
    return typeof value === 'number' ? value : Number.NaN;
  };
  return rows.filter((row) => isProduct(figure(row, quantity), figure(row, price), figure(row, total))).length;
}

function valuesOf(rows: readonly ExtractedRow[]): string {
  return JSON.stringify(rows.map((row) => Object.entries(row).map(([name, { value }]) => [name, value])));
}

/** The rows with the documents that bear out the columns that their cells stand in. */
function markCells(
  { rows, titles }: AnsweredRows,
  columns: readonly RowField[],
  bearing: readonly TableMemory[],
  known: readonly TableMemory[],
): ExtractedRow[] {
  const seen = known.filter(({ likeness }) => likeness >= LAYOUT_LIKENESS).length;
  const marks = new Map<string, ExtractedValue['remembered']>();
  columns.forEach(({ name }, at) => {
    const own = titles.filter(({ field }) => field === at);
    const likest = bearing
      .filter(({ table }) => table.headings.some(({ text, column }) => column === name && own.some(({ title }) => isSame(text, title))))
      .toSorted((a, b) => b.likeness - a.likeness || (a.id < b.id ? 1 : -1));
    const [first] = likest;
    if (!first) return;
    const ids = likest.slice(0, MOST_IDS).map(({ id }) => id);
    marks.set(name, { basis: 'place', document_ids: ids, seen, likeness: Math.round(first.likeness * 100) / 100 });
  });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => {
        const remembered = cell.value === null ? undefined : marks.get(name);
        return [name, remembered ? { ...cell, remembered } : cell];
      }),
    ),
  );
}
