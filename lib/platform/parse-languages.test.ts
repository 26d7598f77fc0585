import { expect, test } from 'vitest';
import { parseLanguages } from './parse-languages.ts';

test('languages are known by two letters and by three, each once', () => {
  expect(parseLanguages('EN, deu;ger fra')).toEqual({ languages: ['en', 'de', 'fr'] });
});

test.each(['constructor', 'toString', '__proto__', 'xx'])('%s is no language', (word) => {
  expect(parseLanguages(`en,${word}`)).toEqual({ unknown: word.toLowerCase() });
});
