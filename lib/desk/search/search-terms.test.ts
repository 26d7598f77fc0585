import { expect, test } from 'vitest';
import { listLexemes, numbersOf } from './lexemes.ts';
import { markTerms, soughtIn } from './mark-terms.ts';
import { queriesOf, readSearch } from './search-terms.ts';

const marked = (text: string, search: string) => {
  const found = markTerms(text, readSearch(search));
  return found?.ranges.map(([from, to]) => text.slice(from, to)) ?? null;
};

test('words and phrases are told apart, and only the last word may go on', () => {
  expect(readSearch('alpha "beta gamma" delta').map(({ kind, isBeginning }) => [kind, isBeginning])).toEqual([
    ['word', false],
    ['phrase', false],
    ['word', true],
  ]);
  expect(readSearch('alpha "beta').map(({ kind, words }) => [kind, words])).toEqual([
    ['word', ['alpha']],
    ['phrase', ['beta']],
  ]);
  expect(readSearch(' - "" !')).toEqual([]);
  expect(readSearch('a '.repeat(50))).toHaveLength(10);
});

test('what is typed cannot break out of the query', () => {
  const { exact, parts } = queriesOf(readSearch("o'brien\\' | x:*")[0]!);
  expect(exact).toBe("(('o' & 'brien') | ('obrien'))");
  expect(parts).toContain("'~''br'");
  expect(parts).toContain("'~en\\\\'");
});

test('a number is read in every usual spelling, and in both ways where there are two', () => {
  expect(numbersOf('1.234,56')).toEqual(['1234.56']);
  expect(numbersOf("1'234.50")).toEqual(['1234.5']);
  expect(numbersOf('€1,234.50')).toEqual(['1234.5']);
  expect(numbersOf('1.234').sort()).toEqual(['1.234', '1234']);
  expect(numbersOf('-5')).toEqual(['5']);
  expect(numbersOf('EUR1.234,56')).toEqual(['1234.56']);
  expect(numbersOf('(19%)')).toEqual(['19']);
  expect(numbersOf('5,00;')).toEqual(['5']);
  for (const none of ['A-12', 'INV77', 'x', '12-03-2026', '1.2.3.4', '']) expect(numbersOf(none), none).toEqual([]);
});

test('matches are marked as the search finds them', () => {
  expect(marked('The Müller, Zürich.', 'muller')).toEqual(['Müller']);
  expect(marked('Net 1.234,56 EUR', '1234.56')).toEqual(['1.234,56']);
  expect(marked('due 12.03.2026', '2026-03-12')).toBeNull();
  expect(marked('Value 2026-03-12', '12.03.2026')).toEqual(['2026-03-12']);
  expect(marked('Order A-12/7 came', 'a127')).toEqual(['A-12/7']);
  expect(marked('the net total, and net', '"net total"')).toEqual(['net total']);
  expect(marked('nothing here', 'else')).toBeNull();
});

test('the search within a document looks for all terms, numbers as they are printed', () => {
  const sought = (text: string, search: string) => soughtIn(text, readSearch(search));
  expect(sought('Müller, net 1.234,56 EUR', 'muller 1234.56')).toBe('muller 1.234,56');
  expect(sought('Müller', 'muller "net total" elsewhere')).toBe('muller "net total" elsewhere');
  expect(sought('the net total', '"net total"')).toBe('net total');
});

test('words of scripts without spaces are found by their parts', () => {
  const lexemes = listLexemes(['東京都渋谷区'], '');
  expect(lexemes).toEqual(['東京', '京都', '都渋', '渋谷', '谷区']);
  expect(queriesOf(readSearch('渋谷区')[0]!).exact).toBe("(('渋谷' & '谷区':*))");
  expect(marked('東京都渋谷区', '渋谷区')).toEqual(['東京都渋谷区']);
});

test('a text of very many different words makes no vector that PostgreSQL refuses', () => {
  const text = Array.from({ length: 200_000 }, (_, index) => `w${index}ö`).join(' ');
  const bytes = listLexemes([text], '').reduce((sum, lexeme) => sum + Buffer.byteLength(lexeme), 0);
  expect(bytes).toBeLessThan(1_000_000);
});
