import { expect, test } from 'vitest';
import { addErrors, compareText, ratesOf } from './text-errors.ts';

test('what is read as it stands has no errors, whatever the order of the lines', () => {
  expect(ratesOf(compareText('Total 12,00 €\nInvoice 7', ['Invoice 7', 'Total 12,00 €']))).toEqual({ words: 100, characters: 0 });
});

test('a lost accent is a wrong word and one wrong character; case is none', () => {
  const errors = compareText('STRASE der Bruder', ['Strase der Brüder']);
  expect(errors).toEqual({ rightWords: 2, readWords: 3, trueWords: 3, wrongCharacters: 1, trueCharacters: 15 });
});

test('a line that was not found counts with all its characters, and spaces read wrongly with none', () => {
  expect(compareText('', ['abc', 'de']).wrongCharacters).toBe(5);
  expect(compareText('1 284 , 50', ['1 284,50']).wrongCharacters).toBe(0);
  expect(ratesOf(addErrors(compareText('', ['ab']), compareText('ab', ['ab'])))).toEqual({
    words: expect.closeTo(66.67, 1),
    characters: 50,
  });
});
