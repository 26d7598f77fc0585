import { expect, test } from 'vitest';
import { readDelimited } from './read-delimited.ts';

test('rows copied from a spreadsheet come with tabs, whatever else stands in their cells', () => {
  expect(readDelimited('Name, first\tAmount\r\nAnton, A.\t1,50\r\n', 10)).toEqual([
    ['Name, first', 'Amount'],
    ['Anton, A.', '1,50'],
  ]);
});

test('files are read with the delimiter of their first line, outside of quotes', () => {
  expect(readDelimited('"a,b";c\n1,5;2', 10)).toEqual([
    ['a,b', 'c'],
    ['1,5', '2'],
  ]);
  expect(readDelimited('\ufeffa,b\n1,2', 10)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(readDelimited('only one', 10)).toEqual([['only one']]);
});

test('quoted cells may have delimiters, quotes and line breaks', () => {
  expect(readDelimited('a;b\n"x;""y""\nz"; 2 ', 10)).toEqual([
    ['a', 'b'],
    ['x;"y"\nz', '2'],
  ]);
});

test('a quote within a cell is a sign like any other, and lines may end as on old machines', () => {
  expect(readDelimited('Pipe (");Price\r1/2";3', 10)).toEqual([
    ['Pipe (")', 'Price'],
    ['1/2"', '3'],
  ]);
});

test('empty rows are left out, and no more are read than wanted', () => {
  expect(readDelimited('a\n\n  \nb\nc', 2)).toEqual([['a'], ['b']]);
  expect(readDelimited('', 5)).toEqual([]);
  // a quote that nobody closes takes the rest
  expect(readDelimited('a;b\n"1;2', 5)).toEqual([['a', 'b'], ['1;2']]);
});
