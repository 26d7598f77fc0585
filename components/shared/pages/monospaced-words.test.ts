import { expect, test } from 'vitest';
import type { Word } from '#lib/contract/service/reading.ts';
import { monospacedWords } from './monospaced-words.ts';

const SIZE = 10;
const PAGE = 600;

/** A word so wide a character, in parts of its size. */
const word = (text: string, perCharacter: number): Word => ({
  text,
  box: [0, 0, (text.length * perCharacter * SIZE) / PAGE, 0.02],
  size: SIZE,
});
const block = (from: number, to: number) => ({
  kind: 'paragraph' as const,
  lines: [from, to] as [number, number],
  box: [0, 0, 1, 1] as [number, number, number, number],
});
const line = (from: number, to: number) => ({
  words: [from, to] as [number, number],
  box: [0, 0, 1, 1] as [number, number, number, number],
});

test('each block of a page is judged by itself, such as the head of a mail and its text', () => {
  const words = [
    ...['From:', 'Wanda', 'Subject:', 'Order'].map((text) => word(text, 0.5)),
    ...['Good', 'morning'].map((text) => word(text, 0.6)),
  ];
  const page = { width: PAGE, words, lines: [line(0, 2), line(2, 4), line(4, 6)], blocks: [block(0, 2), block(2, 3)] };
  expect([...monospacedWords(page)]).toEqual([4, 5]);
});

test('what is too short to tell, or in no block, is as most of the page is', () => {
  const words = [...['typed', 'letters', 'stand', 'wide'].map((text) => word(text, 0.6)), word('7', 0.4), word('outside', 0.6)];
  const page = { width: PAGE, words, lines: [line(0, 4), line(4, 5)], blocks: [block(0, 1), block(1, 2)] };
  expect([...monospacedWords(page)]).toEqual([0, 1, 2, 3, 4, 5]);
});
