import { expect, test } from 'vitest';
import { parseAnswer } from './parse-answer.ts';

test('NUL is left out and halves of characters are replaced, in texts and keys; everything else stays', () => {
  expect(parseAnswer(String.raw`{"a\u0000b":"c\u0000d","half":"\ud83dx\udE00","whole":"\ud83d\ude00"}`)).toEqual({
    ab: 'cd',
    half: '\ufffdx\ufffd',
    whole: '😀',
  });
  expect(parseAnswer(String.raw`{"path":"C:\\u0000\\ud800","quote":"\"\u0000\"","tab":"\t\u00e9"}`)).toEqual({
    path: String.raw`C:\u0000\ud800`,
    quote: '""',
    tab: '\té',
  });
  const plain = { text: 'ä\n"quoted"', number: 1.5, list: [null, true] };
  expect(parseAnswer(JSON.stringify(plain))).toEqual(plain);
});

test.each([
  ['a text in JSON', JSON.stringify('{"total": 5}')],
  ['a fenced block', '```json\n{"total": 5}\n```'],
  ['a fenced block after words', 'Here is the result:\n\n```\n{"total": 5}\n```\nAnything else?'],
  ['a fenced block in a text', JSON.stringify('```json\n{"total": 5}\n```')],
])('JSON is read from %s', (_what, text) => {
  expect(parseAnswer(text)).toEqual({ total: 5 });
});

test('numbers that JSON has no word for are null; words in texts stay', () => {
  expect(parseAnswer('{"a": NaN, "b": [-Infinity, Infinity, 1], "NaN": "NaN, \\"Infinity\\""}')).toEqual({
    a: null,
    b: [null, null, 1],
    NaN: 'NaN, "Infinity"',
  });
});

test('a text within JSON is as storable as the answer around it', () => {
  expect(parseAnswer(JSON.stringify(String.raw`{"a":"b\u0000c\ud800"}`))).toEqual({ a: 'bc\ufffd' });
});

test('what is no JSON is refused as such', () => {
  expect(() => parseAnswer('<html>')).toThrow(SyntaxError);
  expect(() => parseAnswer(String.raw`{"a":"\u0000"`)).toThrow(SyntaxError);
  expect(() => parseAnswer('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(SyntaxError);
});
