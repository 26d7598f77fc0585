import { expect, it } from 'vitest';
import type { Box } from '#lib/contract/service/box.ts';
import type { Word } from '#lib/contract/service/reading.ts';
import { buildPageText } from './build-page-text.ts';

const [WIDTH, HEIGHT] = [600, 800];

/** Words of a text set at `x`, `y` (points, top left), half an em a character. */
function put(text: string, x: number, y: number, size: number): Word[] {
  let left = x;
  return text.split(' ').map((part) => {
    const box: Box = [left / WIDTH, y / HEIGHT, (left + (part.length * size) / 2) / WIDTH, (y + size) / HEIGHT];
    left += ((part.length + 1) * size) / 2;
    return { text: part, box, size };
  });
}

it('reads a label of one word over its value in a drawn box as a line of its own', () => {
  const words = [
    ...put('POSITION', 52, 102, 6),
    ...put('Night Porter', 52, 108, 9),
    ...put('STAFF NO.', 252, 102, 6),
    ...put('004417', 252, 108, 9),
    ...put('Town', 52, 132, 6),
    ...put('Kiel', 52, 138, 9),
    ...put('Since', 252, 132, 6),
    ...put('2019', 252, 138, 9),
  ];
  const strokes: Box[] = [
    ...[100, 130, 160].map((y): Box => [50 / WIDTH, y / HEIGHT, 450 / WIDTH, y / HEIGHT]),
    ...[50, 250, 450].map((x): Box => [x / WIDTH, 100 / HEIGHT, x / WIDTH, 160 / HEIGHT]),
  ];
  const text = buildPageText(words, { width: WIDTH, height: HEIGHT, turn: 0 }, strokes);
  const lines = text.lines.map(({ words: [from, to] }) =>
    text.words
      .slice(from, to)
      .map((word) => word.text)
      .join(' '),
  );
  expect(lines).toEqual(['POSITION', 'Night Porter', 'STAFF NO.', '004417', 'Town', 'Kiel', 'Since', '2019']);
  expect(text.tables[0]?.cells.map((cell) => cell.text)).toEqual(['POSITION Night Porter', 'STAFF NO. 004417', 'Town Kiel', 'Since 2019']);
});
