import { describe, expect, it } from 'vitest';
import type { ExtractedRow } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { findRowLines } from '#lib/document/rows/find-row-lines.ts';
import { extract } from '../extract.ts';
import { buildReading, type Print } from '../testing/build-reading.ts';

const NAMES = ['Oak board', 'Pine lath', 'Larch beam', 'Ash panel', 'Birch ply', 'Elm plank', 'Beech rod'];
const COLUMNS = ['description', 'quantity', 'unit_price', 'amount'];
const HEADINGS = ['Description', 'Quantity', 'Unit price', 'Amount'];
const lines = fieldSchema.parse({
  name: 'lines',
  type: 'rows',
  fields: COLUMNS.map((name) => ({ name, type: name === 'description' ? 'string' : name === 'quantity' ? 'number' : 'money' })),
});
const nameOf = (index: number) => `${NAMES[index % 7]} ${String.fromCharCode(65 + (index % 26))}${'x'.repeat(Math.floor(index / 26))}`;

function heading(y: number, texts = HEADINGS): Print[] {
  return texts.map((text, at) => ({ text, x: [40, 300, 390, 490][at] ?? 0, y, bold: true }));
}

function row(index: number, y: number): Print[] {
  const [quantity, price] = [1 + (index % 5), 10 + index * 3];
  return [
    { text: nameOf(index), x: 40, y },
    { text: String(quantity), x: 320, y },
    { text: price.toFixed(2), x: 440, y, right: true },
    { text: (quantity * price).toFixed(2), x: 545, y, right: true },
  ];
}

function rows(from: number, to: number, y: number): Print[] {
  return Array.from({ length: to - from }, (_, at) => row(from + at, y + at * 16)).flat();
}

function read(pages: Print[][]) {
  const reading = buildReading(pages);
  const result = extract({ schema: { fields: [lines] }, reading });
  const found = result.fields.lines as ExtractedRow[];
  return { reading, found, names: found.map(({ description }) => description?.value), completeness: result.completeness.lines };
}
const counted = (count: number) => Array.from({ length: count }, (_, index) => nameOf(index));

describe('headings that are printed more than once', () => {
  it('do not end the table on their page, nor stand in its names', () => {
    const page = [0, 15, 30].flatMap((from, part) => [...heading(40 + part * 256), ...rows(from, from + 15, 56 + part * 256)]);
    const { names, completeness } = read([page]);
    expect(names).toEqual(counted(45));
    expect(completeness).toMatchObject({ row_like_lines: 45, rows: 45 });
  });

  it('in the middle of a page leave the rows over them to the table of the page before', () => {
    const pages = [0, 45, 90].map((from) =>
      from === 0
        ? [...heading(24), ...rows(0, 45, 40)]
        : [...rows(from, from + 12, 40), ...heading(40 + 12 * 16), ...rows(from + 12, from + 45, 56 + 12 * 16)],
    );
    const { names, completeness } = read(pages);
    expect(names).toEqual(counted(135));
    expect(completeness).toMatchObject({ row_like_lines: 135, rows: 135 });
  });
});

describe('a table that runs over to a page on which another one begins', () => {
  const PAGES = [
    [{ text: 'Invoice 12', x: 40, y: 20, size: 14, bold: true }, ...heading(44), ...rows(0, 44, 60)],
    [...rows(44, 60, 40), ...heading(340, ['Description', 'Hours', 'Rate', 'Amount']), ...rows(60, 64, 358)],
  ];

  it('keeps its rows', () => {
    expect(read(PAGES).names.slice(0, 60)).toEqual(counted(60));
  });

  it('is known to miss rows when they were not read', () => {
    const { reading, found } = read(PAGES);
    const some = found.filter((_, index) => index < 44 || index >= 60).map((cells) => ({ cells }));
    const lineCount = findRowLines(lines.fields ?? [], some, reading.pages);
    expect(lineCount.filter(({ taken }) => !taken).map(({ text }) => text.split(' ').slice(0, 3).join(' '))).toEqual(counted(60).slice(44));
  });

  it('is known to miss rows whose names were joined to the one before', () => {
    const { reading, found } = read([PAGES[0] ?? []]);
    const evidence = found.slice(9, 30).flatMap(({ description }) => description?.evidence ?? []);
    const joined = found.slice(0, 10).map((cells, at) => ({
      cells: at === 9 && cells.description ? { ...cells, description: { ...cells.description, evidence } } : cells,
    }));
    expect(findRowLines(lines.fields ?? [], joined, reading.pages).filter(({ taken }) => taken)).toHaveLength(10);
  });
});
