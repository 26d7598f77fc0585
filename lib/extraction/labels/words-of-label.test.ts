import { expect, it } from 'vitest';
import { wordsOfLabel } from './words-of-label.ts';

it('gives the same words for a name in any spelling of programs and for the label as printed', () => {
  const words = ['previous', 'balance'];
  for (const text of ['previousBalance', 'previous_balance', 'PREVIOUS BALANCE:', 'Previous-Balance', 'previous.balance'])
    expect(wordsOfLabel(text)).toEqual(words);
});

it('parts digits from letters, keeps signs for numbers and shares, and folds accents', () => {
  expect(wordsOfLabel('Box 4d: № d’assuré, Fälligkeit in %')).toEqual(['box', '4', 'd', 'no', 'd', 'assure', 'falligkeit', 'in', '%']);
});

it('finds no words in signs', () => {
  expect(wordsOfLabel(' :: – ')).toEqual([]);
});
