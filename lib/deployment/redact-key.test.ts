import { expect, test } from 'vitest';
import { createRedactor } from './redact-key.ts';

const KEY = 'sk-live/4f8a$1+(x)^"9c2e77';
const { text, value } = createRedactor(KEY);

test.each([
  ['as it is', KEY],
  ['in JSON', JSON.stringify(KEY)],
  ['in JSON that escapes slashes', JSON.stringify(KEY).replaceAll('/', '\\/')],
  ['in a URL', `https://example.org/?key=${encodeURIComponent(KEY)}&more`],
  ['in base64', Buffer.from(KEY).toString('base64')],
  ['as a header in base64', Buffer.from(`Bearer ${KEY}`).toString('base64')],
  ['twice', `${KEY} ${KEY}`],
])('a key is taken out %s', (_how, said) => {
  const left = text(`The key ${said} is unknown.`);
  expect(left).toContain('[key removed]');
  for (const part of [KEY, KEY.slice(4, 16), encodeURIComponent(KEY), Buffer.from(KEY).toString('base64').slice(4, 20)])
    expect(left).not.toContain(part);
});

test('a key that is cut off is taken out from its half on; a few letters of it say nothing', () => {
  expect(text(`Unknown key ${KEY.slice(0, 20)}…`)).toBe('Unknown key [key removed]…');
  expect(text('Unknown key sk-live/…')).toBe('Unknown key sk-live/…');
});

test('a value is rid of it in names and texts, and is otherwise the same', () => {
  expect(value({ [KEY]: [`Bearer ${KEY}`, 5, null, { a: 'b' }], c: true })).toEqual({
    '[key removed]': ['Bearer [key removed]', 5, null, { a: 'b' }],
    c: true,
  });
});

test('of a short key only the header is taken out, so that words of a document stay', () => {
  const short = createRedactor('test');
  expect(short.text('a test with Bearer test')).toBe('a test with [key removed]');
  expect(createRedactor('').text('Bearer x')).toBe('Bearer x');
});
