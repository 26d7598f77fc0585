import { describe, expect, it } from 'vitest';
import type { Box } from '#lib/contract/service/box.ts';
import type { Table, Word } from '#lib/contract/service/reading.ts';
import { buildPageText } from '../page-text/build-page-text.ts';

const SHAPE = { width: 600, height: 800, turn: 0 as const };
const SIZE = 10;

/** Words of a text set at `x`, `y` (points, top left), 5 points a character. */
function put(text: string, x: number, y: number): Word[] {
  const words: Word[] = [];
  let left = x;
  for (const part of text.split(' ')) {
    const right = left + part.length * 5;
    words.push({ text: part, box: [left / 600, y / 800, right / 600, (y + SIZE) / 800], size: SIZE });
    left = right + 2.5;
  }
  return words;
}

const level = (y: number, from: number, to: number): Box => [from / 600, y / 800, to / 600, y / 800];
const upright = (x: number, from: number, to: number): Box => [x / 600, from / 800, x / 600, to / 800];

function rowsOf(table: Table): string[][] {
  const rows = Array.from({ length: table.row_count }, () => Array.from({ length: table.column_count }, () => ''));
  for (const { row, column, text } of table.cells) rows[row]![column] = text;
  return rows;
}

describe('tables of a page', () => {
  it('tells a word once where drawn grids overlap, in the inner one', () => {
    const words = [
      ...put('Outer', 55, 105),
      ...put('Note', 305, 105),
      ...put('Left', 115, 145),
      ...put('Right', 165, 145),
      ...put('Sum', 115, 165),
      ...put('12.50', 165, 165),
    ];
    const grid = (x: number[], y: number[]) => [
      ...y.map((each) => level(each, x[0]!, x.at(-1)!)),
      ...x.map((each) => upright(each, y[0]!, y.at(-1)!)),
    ];
    const strokes = [...grid([50, 300, 400], [100, 130, 250]), ...grid([110, 160, 210], [140, 160, 180])];
    const text = buildPageText(words, SHAPE, strokes);
    expect(text.words.map((word) => word.text).toSorted()).toEqual(['12.50', 'Left', 'Note', 'Outer', 'Right', 'Sum']);
    const cells = text.tables.flatMap((table) => table.cells.flatMap((cell) => cell.words));
    expect(new Set(cells).size).toBe(cells.length);
    expect(text.tables.map(rowsOf)).toContainEqual([
      ['Left', 'Right'],
      ['Sum', '12.50'],
    ]);
  });

  it('finds a drawn grid and its merged cells', () => {
    const words = [
      ...put('Group', 120, 105),
      ...put('Item', 55, 125),
      ...put('A', 155, 125),
      ...put('B', 255, 125),
      ...put('Bolt', 55, 145),
      ...put('1', 155, 145),
      ...put('2', 255, 145),
    ];
    const strokes = [
      level(100, 50, 350),
      level(120, 50, 350),
      level(140, 50, 350),
      level(160, 50, 350),
      upright(50, 100, 160),
      upright(150, 120, 160),
      upright(250, 120, 160),
      upright(350, 100, 160),
    ];
    const { tables } = buildPageText(words, SHAPE, strokes);
    expect(tables).toHaveLength(1);
    expect(tables[0]).toMatchObject({ ruled: true, row_count: 3, column_count: 3 });
    expect(rowsOf(tables[0]!)).toEqual([
      ['Group', '', ''],
      ['Item', 'A', 'B'],
      ['Bolt', '1', '2'],
    ]);
    expect(tables[0]!.cells.find(({ text }) => text === 'Group')).toMatchObject({ row_span: 1, column_span: 3 });
  });

  it('finds columns without any line, with a wrapped text and an empty cell', () => {
    const words = [
      ...put('Description', 50, 100),
      ...put('Qty', 300, 100),
      ...put('Amount', 400, 100),
      ...put('Steel bolt with a very', 50, 120),
      ...put('12', 300, 120),
      ...put('24.00', 405, 120),
      ...put('long thread', 50, 131),
      ...put('Washer', 50, 148),
      ...put('5.50', 410, 148),
      ...put('Nut', 50, 165),
      ...put('7', 305, 165),
      ...put('1.40', 410, 165),
    ];
    const { tables } = buildPageText(words, SHAPE);
    expect(tables).toHaveLength(1);
    expect(rowsOf(tables[0]!)).toEqual([
      ['Description', 'Qty', 'Amount'],
      ['Steel bolt with a very long thread', '12', '24.00'],
      ['Washer', '', '5.50'],
      ['Nut', '7', '1.40'],
    ]);
    expect(tables[0]!.cells.filter(({ header }) => header)).toHaveLength(3);
  });

  it('cuts a drawn row whose numbers stand under each other', () => {
    const words = [
      ...put('City', 55, 105),
      ...put('People', 205, 105),
      ...put('Aville', 55, 125),
      ...put('100', 205, 125),
      ...put('Btown', 55, 139),
      ...put('200', 205, 139),
      ...put('Cham', 55, 153),
      ...put('300', 205, 153),
    ];
    const strokes = [
      level(100, 50, 350),
      level(120, 50, 350),
      level(170, 50, 350),
      upright(50, 100, 170),
      upright(200, 100, 170),
      upright(350, 100, 170),
    ];
    const { tables } = buildPageText(words, SHAPE, strokes);
    expect(rowsOf(tables[0]!)).toEqual([
      ['City', 'People'],
      ['Aville', '100'],
      ['Btown', '200'],
      ['Cham', '300'],
    ]);
  });

  it('reads the rows of a slanted scan straight', () => {
    const rows = ['Bolt of steel', 'Nut of brass', 'Washer of zinc', 'Pin of copper', 'Ring of tin'];
    const words = rows.flatMap((row, index) => [
      ...put(row, 50, 100 + 16 * index),
      ...put(`${index + 1}`, 300, 100 + 16 * index),
      ...put(`${index}.50`, 480, 100 + 16 * index),
    ]);
    // 1.5 degrees: over the width of the table that is most of a line
    const slanted = words.map((word): Word => {
      const shift = (0.026 * word.box[0] * 600) / 800;
      return { ...word, box: [word.box[0], word.box[1] + shift, word.box[2], word.box[3] + shift] };
    });
    const { tables } = buildPageText(slanted, SHAPE);
    expect(rowsOf(tables[0]!)).toEqual(rows.map((row, index) => [row, `${index + 1}`, `${index}.50`]));
  });

  it('keeps columns that totals below them cross', () => {
    const words = [
      ...[0, 1, 2, 3].flatMap((row) => [
        ...put(`Item${row}`, 50, 100 + 16 * row),
        ...put(`${row + 2}`, 250, 100 + 16 * row),
        ...put('20.00', 330, 100 + 16 * row),
        ...put('40.00', 450, 100 + 16 * row),
      ]),
      ...put('Sum of all items', 240, 164),
      ...put('160.00', 445, 164),
      ...put('Value added tax', 240, 180),
      ...put('30.40', 450, 180),
    ];
    const [table] = buildPageText(words, SHAPE).tables;
    expect(table).toMatchObject({ column_count: 4, row_count: 6 });
    expect(rowsOf(table!)[1]).toEqual(['Item1', '3', '20.00', '40.00']);
  });

  it('sees no table in running text, in two columns of text, or in a list', () => {
    const sentence = 'The quick brown fox jumps over the lazy dog and runs';
    const prose = Array.from({ length: 8 }, (_, line) => put(sentence, 50, 100 + 14 * line)).flat();
    expect(buildPageText(prose, SHAPE).tables).toEqual([]);
    const columns = Array.from({ length: 12 }, (_, line) => [
      ...put('The quick brown fox jumps over the lazy', 50, 100 + 14 * line),
      ...put('and runs away from all the others here', 320, 100 + 14 * line),
    ]).flat();
    expect(buildPageText(columns, SHAPE).tables).toEqual([]);
    const list = Array.from({ length: 5 }, (_, line) => [
      ...put('•', 50, 100 + 14 * line),
      ...put(`point number ${line}`, 70, 100 + 14 * line),
    ]).flat();
    expect(buildPageText(list, SHAPE).tables).toEqual([]);
  });

  it('names the words of cells by their place in the page', () => {
    const words = [
      ...put('Total', 300, 300),
      ...[0, 1, 2].flatMap((row) => [
        ...put(`Item${row}`, 50, 100 + 20 * row),
        ...put(`${row}`, 250, 100 + 20 * row),
        ...put(`${row}.00`, 400, 100 + 20 * row),
      ]),
    ];
    const text = buildPageText(words, SHAPE);
    for (const cell of text.tables[0]!.cells) expect(cell.words.map((index) => text.words[index]!.text).join(' ')).toBe(cell.text);
    expect(text.blocks.map(({ kind }) => kind)).toContain('table');
  });
});

describe('reading order', () => {
  const textOf = (words: Word[]) => {
    const { words: ordered, lines } = buildPageText(words, SHAPE);
    return lines.map(({ words: [start, end] }) =>
      ordered
        .slice(start, end)
        .map(({ text }) => text)
        .join(' '),
    );
  };

  it('reads columns of text one after the other, a title across them first', () => {
    const left = Array.from({ length: 6 }, (_, line) => put(`left side line number ${line} goes on here`, 50, 150 + 14 * line)).flat();
    const right = Array.from({ length: 6 }, (_, line) => put(`right side line number ${line} goes on`, 320, 150 + 14 * line)).flat();
    const lines = textOf([...right, ...put('A title that goes across both of the columns below it, as titles do', 100, 100), ...left]);
    expect(lines[0]).toMatch(/^A title/);
    expect(lines.slice(1, 7).every((line) => line.startsWith('left'))).toBe(true);
    expect(lines.slice(7).every((line) => line.startsWith('right'))).toBe(true);
  });

  it('keeps a label and its value on one line', () => {
    expect(textOf([...put('Invoice number:', 50, 100), ...put('4711', 250, 100)])).toEqual(['Invoice number: 4711']);
  });

  it('reads lines of Hebrew from the right', () => {
    const lines = textOf([...put('עולם', 100, 100), ...put('12 May', 130, 100), ...put('שלום', 170, 100)]);
    expect(lines).toEqual(['שלום 12 May עולם']);
  });

  it('tells headers, footers and captions from the text', () => {
    const { blocks } = buildPageText(
      [...put('Running title', 50, 20), ...put('Table 3 shows it all', 50, 200), ...put('Page 7', 280, 775)],
      SHAPE,
    );
    expect(blocks.map(({ kind }) => kind)).toEqual(['header', 'caption', 'footer']);
  });

  it('reads sideways pages in their own direction', () => {
    const upright = [...put('first line', 50, 100), ...put('second line', 50, 120)];
    const turned = upright.map((word): Word => ({ ...word, box: [1 - word.box[3], word.box[0], 1 - word.box[1], word.box[2]] }));
    const { words } = buildPageText([...turned].reverse(), { width: 800, height: 600, turn: 270 });
    expect(words.map(({ text }) => text)).toEqual(['first', 'line', 'second', 'line']);
  });
});
