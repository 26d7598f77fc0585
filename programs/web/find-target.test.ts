import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { findTarget } from './find-target.ts';

const targetOf = (url: string, host = 'desk.example:3000') => findTarget({ url, headers: { host } } as IncomingMessage);

test('a path is itself, with its query; repeated slashes before it are one', () => {
  for (const path of ['/', '/v1/documents?x=%2F&y=%ff', '/documents/%C3%BC']) expect(targetOf(path)).toBe(path);
  expect(targetOf('//v1/health')).toBe('/v1/health');
  expect(targetOf('///v1//health?a=//b')).toBe('/v1//health?a=//b');
});

test('a whole address of the host asked is its path, of another host it is none of ours', () => {
  expect(targetOf('http://Desk.example:3000/v1/health?a')).toBe('/v1/health?a');
  expect(targetOf('http://desk.example:3000')).toBe('/');
  for (const url of [
    'http://other.example/v1/health',
    'http://desk.example:3000@other.example/',
    'ftp://desk.example:3000/',
    'desk.example:3000',
  ])
    expect(targetOf(url)).toBeNull();
});

test('what is no path, or cannot be decoded, is refused', () => {
  for (const url of ['*', '', '/%ff', '/documents/%', '/%c0%af', '/a b', '/\u00fc', '/%E0%A4%A']) expect(targetOf(url)).toBeNull();
});
