import { expect, test } from 'vitest';
import type { Page, Word } from '#lib/contract/service/reading.ts';
import { emptyPage } from '../geometry/empty-page.ts';
import { fieldOfPlace } from './field-of-place.ts';

const [WIDTH, HEIGHT, CHARACTER, LINE] = [600, 800, 6, 14];

/** A page of monospaced lines; each space is one character wide. */
function pageOf(...lines: string[]): Page {
  const words = lines.flatMap((line, row): Word[] =>
    [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
      text,
      box: [(index * CHARACTER) / WIDTH, (row * LINE) / HEIGHT, ((index + text.length) * CHARACTER) / WIDTH, (row * LINE + 10) / HEIGHT],
    })),
  );
  return emptyPage({ number: 1, width: WIDTH, height: HEIGHT, source: 'text', display: 'layout', words });
}
/** The field for the words of a text on a page. */
const fieldOf = (page: Page, text: string) => {
  const parts = text.split(' ');
  const from = page.words.findIndex((_, at) => parts.every((part, offset) => page.words[at + offset]?.text === part));
  return fieldOfPlace(
    page,
    parts.map((_, offset) => from + offset),
  );
};

test('the label stands left of the value, also across a wide gap, and the value tells the type', () => {
  const page = pageOf('INVOICE', 'Invoice no.:   A-17', 'Due on                      12.03.2026', 'Grand total . 340,00 EUR');
  expect(fieldOf(page, 'A-17')).toEqual({ label: 'Invoice no.', type: 'string' });
  expect(fieldOf(page, '12.03.2026')).toEqual({ label: 'Due on', type: 'date' });
  expect(fieldOf(page, '340,00 EUR')).toEqual({ label: 'Grand total', type: 'money' });
});

test('of two pairs on a line each value has its own label', () => {
  const page = pageOf('Number: A-17 Date: 12.03.2026 Pages: 4');
  expect(fieldOf(page, '12.03.2026').label).toBe('Date');
  expect(fieldOf(page, '4')).toEqual({ label: 'Pages', type: 'integer' });
});

test('without one beside it, the label stands above', () => {
  const page = pageOf('Customer number      Contract', '48213                C-9', '', '', '', '', 'far below');
  expect(fieldOf(page, '48213')).toEqual({ label: 'Customer number', type: 'integer' });
  expect(fieldOf(page, 'C-9').label).not.toBe('Customer number');
  expect(fieldOf(page, 'far below').label).toBe('');
});
