import { describe, expect, it } from 'vitest';
import type { ExtractedRow } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { extract } from '../extract.ts';
import { learnLesson } from '../learn-lesson.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';
import { line, TAXED } from '../testing/print-table.ts';
import { findAlike } from './find-alike.ts';
import type { ApprovedFields, Remembered } from './lesson.ts';
import { sketchReading } from './sketch-reading.ts';

type Item = [number: string, text: string, count: number, price: number, rate: number, total: number];

/** Headings that nobody knows, over the columns of `Item`; the last of them stands over something that no field asks for. */
const STRANGE = ['Kvelm', 'Brudsk', 'Zorp', 'Plinfa', 'Mokk', 'Fjurel', 'Wemp'];
const AT = [40, 110, 300, 370, 420, 490, 545];
const dots = (value: number) => value.toFixed(2);

function document(items: readonly Item[], titles: readonly string[] = STRANGE, top: readonly Print[] = []): Reading {
  const edges = (texts: readonly string[]): [number, string][] => texts.map((text, at) => [AT[at] ?? 0, at < 2 ? text : `>${text}`]);
  return buildReading([
    [
      { text: 'Mill of Harbour Lane', x: 40, y: 40, size: 18 },
      ...top,
      ...line(200, ...edges(titles)),
      ...items.flatMap(([number, text, count, price, rate, total], at) =>
        line(
          220 + 15 * at,
          ...edges([number, text, `${count}`, dots(price), `${rate}`, dots(total), dots(total / 2)].slice(0, titles.length)),
        ),
      ),
      { text: 'Collected at the gate, with thanks for the order', x: 40, y: 700 },
    ],
  ]);
}

const NAMES = (TAXED.fields ?? []).map(({ name }) => name);
/** Rows as somebody approves them; `order` says which values are typed into which columns. */
function approve(items: readonly Item[], order: readonly number[] = [0, 1, 2, 3, 4, 5]): ApprovedFields {
  return { lines: items.map((item) => Object.fromEntries(NAMES.map((name, at) => [name, { value: item[order[at] ?? at] ?? null }]))) };
}

const schemaOf = (field: Field) => ({ fields: [field] });
const lessonOf = (reading: Reading, approved: ApprovedFields, field: Field = TAXED) =>
  learnLesson({ schema: schemaOf(field), reading, approved });
type Taught = [id: string, reading: Reading, approved: ApprovedFields];

function remember(reading: Reading, taught: readonly Taught[]): Remembered[] {
  const known = taught.map(([id, of]) => ({ id, sketch: sketchReading(of) }));
  const lessons = new Map(taught.map(([id, of, approved]) => [id, lessonOf(of, approved)]));
  return findAlike(sketchReading(reading), known).map(({ id, likeness }) => ({ id, likeness, lesson: lessons.get(id)! }));
}

const rowsOf = (reading: Reading, memory: readonly Remembered[] = [], field: Field = TAXED) =>
  extract({ schema: schemaOf(field), reading, memory }).fields.lines as ExtractedRow[];
const valuesOf = (rows: readonly ExtractedRow[]) => rows.map((row) => NAMES.map((name) => row[name]?.value));

const FIRST: Item[] = [
  ['AX-71', 'Long rope', 4, 12.5, 19, 50],
  ['BQ-32', 'Iron hook', 3, 7.2, 7, 21.6],
  ['CR-90', 'Tar brush', 12, 3.1, 19, 37.2],
];
const SECOND: Item[] = [
  ['DV-15', 'Oak plank', 6, 18.4, 7, 110.4],
  ['AX-88', 'Short rope', 2, 9.9, 19, 19.8],
];

describe('a table whose headings nobody knows', () => {
  const reading = document(SECOND);
  const memory = remember(reading, [['first', document(FIRST), approve(FIRST)]]);
  const rows = rowsOf(reading, memory);

  it('is read by the engine with errors', () => {
    expect(valuesOf(rowsOf(reading))).not.toEqual(SECOND);
  });

  it('teaches what stands under its headings, also where nothing does that is asked for', () => {
    const { tables } = lessonOf(document(FIRST), approve(FIRST));
    const headings = STRANGE.map((title, at) => ({ text: title.toLowerCase(), column: NAMES[at] ?? null }));
    expect(tables?.lines).toMatchObject({ headings, cells: 18, taughtWrong: 0 });
    expect(tables?.lines?.wrong).toBeGreaterThan(0);
  });

  it('is read right once one such document was approved', () => {
    expect(valuesOf(rows)).toEqual(SECOND);
  });

  it('says with each cell which document it comes from, and where it stands', () => {
    for (const cell of rows.flatMap((row) => Object.values(row))) {
      expect(cell).toMatchObject({ remembered: { basis: 'place', document_ids: ['first'], seen: 1 } });
      expect(cell.evidence[0]?.text).toBe(cell.text);
    }
  });

  it('counts the rows as they were read', () => {
    const { completeness } = extract({ schema: schemaOf(TAXED), reading, memory });
    expect(completeness.lines).toMatchObject({ rows: 2, row_like_lines: 2 });
  });

  it('is read right although its headings were recognised with slips', () => {
    const slips = ['Kvelm', 'Brudslk', 'Zorp', 'Plinfa', 'Mokk', 'Fjurell', 'Wemp'];
    const later = document(SECOND, slips);
    expect(valuesOf(rowsOf(later, remember(later, [['first', document(FIRST), approve(FIRST)]])))).toEqual(SECOND);
  });
});

describe('what an approved table teaches', () => {
  const headingsOf = (reading: Reading, approved: ApprovedFields) =>
    Object.fromEntries((lessonOf(reading, approved).tables?.lines?.headings ?? []).map(({ text, column }) => [text, column]));

  it('holds for texts with slips of recognition and for texts of several lines', () => {
    const slips = FIRST.map(([number, text, ...rest]): Item => [number, text.replace('o', 'u'), ...rest]);
    expect(headingsOf(document(slips), approve(FIRST))).toMatchObject({ brudsk: 'description' });
    const longer = FIRST.map(([number, text, ...rest]): Item => [number, `${text} with a second line`, ...rest]);
    expect(headingsOf(document(FIRST), approve(longer))).toMatchObject({ brudsk: 'description' });
  });

  it('is nothing of columns that hold the same values', () => {
    const same = FIRST.map(([number, text, , price, rate]): Item => [number, text, 1, price, rate, price]);
    const headings = headingsOf(document(same), approve(same));
    expect(headings).toMatchObject({ kvelm: 'item_number', brudsk: 'description', mokk: 'tax_rate' });
    expect(headings).not.toHaveProperty('plinfa');
    expect(headings).not.toHaveProperty('fjurel');
  });

  it('is the column where most values stand, whatever one row says', () => {
    const wrong = FIRST.map((item, at): Item => (at === 0 ? [item[0], item[1], item[4], item[3], item[2], item[5]] : item));
    expect(headingsOf(document(FIRST), approve(wrong))).toMatchObject({ zorp: 'quantity', mokk: 'tax_rate' });
  });

  it('leaves out cells that a second check found wrong, and takes untouched ones as they are', () => {
    const { lines } = approve(FIRST) as { lines: Record<string, { value: Item[number] }>[] };
    const told = lines.map((row) => ({
      ...row,
      description: { ...row.description!, untouched: true },
      quantity: { value: row.tax_rate!.value, checked_as: row.quantity!.value },
    }));
    const { tables } = lessonOf(document(FIRST), { lines: told });
    expect(tables?.lines?.cells).toBe(15);
    expect(tables?.lines?.headings).toContainEqual({ text: 'brudsk', column: 'description' });
    expect(tables?.lines?.headings.map(({ column }) => column)).not.toContain('quantity');
  });

  it('goes by the place that was pointed at, where the value is not printed so', () => {
    const reading = document(FIRST);
    const { words } = reading.pages[0]!;
    const { lines } = approve(FIRST) as { lines: Record<string, object>[] };
    const typed = lines.map((row, at) => {
      const word = words.findIndex(({ text }) => text === FIRST[at]![0]);
      const evidence = [{ page: 1, box: words[word]!.box, text: words[word]!.text, words: [word] }];
      return { ...row, item_number: { value: `Mill ${at}`, evidence } };
    });
    const without = typed.map((row) => ({ ...row, item_number: { value: row.item_number.value } }));
    expect(headingsOf(reading, { lines: typed } as never)).toMatchObject({ kvelm: 'item_number' });
    expect(headingsOf(reading, { lines: without } as never)).not.toHaveProperty('kvelm');
  });

  it('is nothing where no row was approved', () => {
    expect(lessonOf(document(FIRST), { lines: [] })).not.toHaveProperty('tables');
    expect(lessonOf(document(FIRST), {})).not.toHaveProperty('tables');
    expect(headingsOf(document(FIRST), approve([['-', 'No such thing', 77, 88, 99, 66]]))).toEqual({});
  });
});

describe('a lesson that is wrong', () => {
  const known = ['Item number', 'Description', 'Qty', 'Unit price', 'VAT %', 'Amount'];
  const reading = document(SECOND, known);
  /** Prices and sums were approved in each other's columns. */
  const exchanged: Taught = ['wrong', document(FIRST, known), approve(FIRST, [0, 1, 2, 5, 4, 3])];
  const right: Taught = ['right', document(FIRST, known), approve(FIRST)];

  it('does not win against rows that add up', () => {
    expect(lessonOf(exchanged[1], exchanged[2]).tables?.lines?.wrong).toBeGreaterThan(0);
    expect(rowsOf(reading, remember(reading, [exchanged]))).toEqual(rowsOf(reading));
  });

  it('does not win where another approved document says otherwise', () => {
    const texts: Taught = ['wrong', document(FIRST, known), approve(FIRST, [1, 0, 2, 3, 4, 5])];
    expect(valuesOf(rowsOf(reading, remember(reading, [texts])))[0]?.slice(0, 2)).toEqual(['Oak plank', 'DV-15']);
    expect(valuesOf(rowsOf(reading, remember(reading, [texts, right])))).toEqual(SECOND);
    expect(rowsOf(reading, remember(reading, [texts, right]))).toEqual(rowsOf(reading));
  });

  it('does not count where its headings are not printed', () => {
    const memory = remember(reading, [['first', document(FIRST), approve(FIRST)]]);
    expect(rowsOf(reading, memory)).toEqual(rowsOf(reading));
  });

  it('says nothing of columns that the field no longer has', () => {
    const field: Field = { ...TAXED, fields: TAXED.fields!.filter(({ name }) => name !== 'tax_rate') };
    const later = document(SECOND);
    const memory = remember(later, [['first', document(FIRST), approve(FIRST)]]);
    const values = rowsOf(later, memory, field).map((row) => Object.values(row).map(({ value }) => value));
    expect(values).toEqual(SECOND.map((item) => item.filter((_, at) => at !== 4)));
  });
});

it('a table that the engine reads right is left as it is', () => {
  const known = ['Item number', 'Description', 'Qty', 'Unit price', 'VAT %', 'Amount'];
  const reading = document(SECOND, known);
  expect(rowsOf(reading, remember(reading, [['first', document(FIRST, known), approve(FIRST)]]))).toEqual(rowsOf(reading));
});
