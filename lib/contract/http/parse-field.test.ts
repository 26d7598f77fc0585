import { expect, test } from 'vitest';
import { isWellFormed, parseField, writeField } from './parse-field.ts';

const read = (text: string) => {
  const { value, parameters } = parseField(text);
  return [value, Object.fromEntries(parameters)];
};

test.each([
  ['text/plain; charset="iso-8859-1"; format=flowed', 'text/plain', { charset: 'iso-8859-1', format: 'flowed' }],
  ['TEXT/PLAIN; CHARSET=ISO-8859-1;', 'text/plain', { charset: 'ISO-8859-1' }],
  ['application/pdf ; name = "s; t.pdf" ;', 'application/pdf', { name: 's; t.pdf' }],
  ['application/pdf; name="a \\"b\\".pdf"', 'application/pdf', { name: 'a "b".pdf' }],
  ["application/pdf; name*=utf-8''%C3%A4.pdf", 'application/pdf', { 'name*': "utf-8''%C3%A4.pdf" }],
  ['(a comment) text/plain; charset=utf-8 (and another)', 'text/plain', { charset: 'utf-8' }],
  ['application/pdf; name=Invoice(1).pdf', 'application/pdf', { name: 'Invoice(1).pdf' }],
])('a field that is written well is read: %s', (text, value, parameters) => {
  expect(read(text)).toEqual([value, parameters]);
});

test.each([
  ['application/pdf name="n.pdf"', 'application/pdf', { name: 'n.pdf' }],
  ['application/pdf, name=x y.pdf, size=3', 'application/pdf', { name: 'x y.pdf', size: '3' }],
  ["multipart/mixed; boundary='XX'", 'multipart/mixed', { boundary: 'XX' }],
  ['multipart/mixed; boundary="XX', 'multipart/mixed', { boundary: 'XX' }],
  ['Multipart/Mixed; Boundary=XX ,', 'multipart/mixed', { boundary: 'XX' }],
  ['"text/plain; charset=utf-8"', 'text/plain', { charset: 'utf-8' }],
  ['text/plain; charset:utf-8', 'text/plain', { charset: 'utf-8' }],
  ['text/plain;; charset=utf-8; charset=latin1', 'text/plain', { charset: 'utf-8' }],
  ['text / html ; charset=utf-8', 'text/html', { charset: 'utf-8' }],
  ['text', 'text', {}],
  ['; name=a', '', { name: 'a' }],
  ['', '', {}],
])('a field that is written badly is understood: %s', (text, value, parameters) => {
  expect(read(text)).toEqual([value, parameters]);
});

test('a field that is written anew says the same', () => {
  const field = parseField('Application/PDF name="a \\"b\\", ä.pdf"');
  expect(writeField(field)).toBe('application/pdf; name="a \\"b\\", ä.pdf"');
  expect(read(writeField(field))).toEqual(['application/pdf', { name: 'a "b", ä.pdf' }]);
  expect(isWellFormed(writeField(field))).toBe(true);
});

test('fields made to keep a program busy are read at once', () => {
  const start = performance.now();
  for (const text of [
    'a/b;'.repeat(3000),
    `a/b; x="${'\\"'.repeat(4000)}`,
    `a/b${' '.repeat(8000)}x`,
    '('.repeat(8000),
    `a/b; ${'x,'.repeat(4000)}`,
  ]) {
    parseField(text);
    isWellFormed(text);
  }
  expect(performance.now() - start).toBeLessThan(2000);
});

test.each([
  ['text/plain; charset=utf-8', true],
  ['multipart/mixed; boundary=----=_Part:1;', true],
  ['Application/PDF; name="a, b.pdf"', true],
  ["application/pdf; name*=utf-8''%C3%A4.pdf", true],
  ['text/plain, charset=utf-8', false],
  ['application/pdf; name=x y.pdf', false],
  ["application/pdf; name='x.pdf'", false],
  ['', false],
])('a field is told to be well formed or not: %s', (text, expected) => {
  expect(isWellFormed(text)).toBe(expected);
});
