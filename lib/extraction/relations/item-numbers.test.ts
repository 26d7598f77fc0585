import { expect, test } from 'vitest';
import { buildReading, type Print } from '../testing/build-reading.ts';
import { viewDocument } from '../view/document-view.ts';
import { findItemNumbers } from './item-numbers.ts';
import { labelLines } from './label-lines.ts';

const numbered = (texts: string[]): string[] => {
  const view = viewDocument(
    buildReading([texts.map((text, row) => ({ text, x: 40 + (row % 2) * 250, y: 60 + Math.floor(row / 2) * 40 }))]),
  );
  return [...findItemNumbers(view)].map((token) => view.tokens[token]?.text ?? '');
};

test('numbers that begin the labels of a form are found: four or more that count on', () => {
  expect(numbered(['1 Rent', '2 Licence fees', '3 Other income', '12 Late fees', '4a. Tax withheld', '17 Grants'])).toEqual([
    '1',
    '2',
    '3',
    '4a.',
  ]);
});

test('counts, figures that stand alone, and a few numbers are none', () => {
  expect(numbered(['1 Coffee', '2 Cakes', '2 Cakes', '7 Plates'])).toEqual([]);
  expect(numbered(['1', '2', '3', '4', '5 000', '6,00'])).toEqual([]);
});

test('a label of several lines goes up to the line that a number begins, and no further than a value over it', () => {
  const prints: Print[] = [
    { text: '48,000', x: 60, y: 40 },
    { text: '10 Gross proceeds paid', x: 40, y: 60, size: 9 },
    { text: 'to somebody who', x: 52, y: 70, size: 9 },
    { text: 'pleads in court', x: 52, y: 80, size: 9 },
  ];
  const view = viewDocument(buildReading([prints]));
  const last = view.segments.at(-1);
  if (!last) throw new Error('no print');
  const lines = labelLines(view, last, new Set());
  expect(lines.map(([start]) => view.tokens[start]?.text)).toEqual(['10', 'to', 'pleads']);
});
