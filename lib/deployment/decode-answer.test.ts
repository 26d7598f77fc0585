import { expect, test } from 'vitest';
import { decodeAnswer } from './decode-answer.ts';

const WORD = '{"seller":"Müller"}';
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(WORD), ''],
  ['UTF-8 with a byte-order mark', Buffer.from(`\ufeff${WORD}`), 'application/json'],
  ['a named charset', Buffer.from(WORD, 'latin1'), 'application/json; charset="ISO-8859-1"'],
  ['Windows-1252 that is not named', Buffer.from(WORD, 'latin1'), 'application/json'],
  ['UTF-16 with a byte-order mark', utf16(`\ufeff${WORD}`), 'application/json'],
  ['UTF-16 of the other order', utf16(`\ufeff${WORD}`).swap16(), ''],
  ['a mark, whatever is named', Buffer.from(`\ufeff${WORD}`), 'application/json; charset=iso-8859-1'],
  ['a charset nobody knows', Buffer.from(WORD), 'application/json; charset=klingon'],
])('%s is read', (_what, bytes, type) => {
  expect(decodeAnswer(bytes, type)).toBe(WORD);
});

test('one spoilt byte leaves the other letters of UTF-8 as they are', () => {
  const bytes = Buffer.concat([Buffer.from('"Müller '), Buffer.from([0xff]), Buffer.from('"')]);
  expect(decodeAnswer(bytes, '')).toBe('"Müller \ufffd"');
});
