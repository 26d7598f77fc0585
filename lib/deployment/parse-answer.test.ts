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

test('what is no JSON is refused as such', () => {
  expect(() => parseAnswer('<html>')).toThrow(SyntaxError);
  expect(() => parseAnswer(String.raw`{"a":"\u0000"`)).toThrow(SyntaxError);
  expect(() => parseAnswer('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(SyntaxError);
});
