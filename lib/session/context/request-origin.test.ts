import { expect, test } from 'vitest';
import { requestOrigin } from './request-origin.ts';

const origin = (trustedProxies: number, headers: Record<string, string>) =>
  requestOrigin(new Request('http://desk.internal:3000/api', { headers }), { publicUrl: null, trustedProxies });

const FORWARDED = { 'x-forwarded-host': 'evil.example, desk.example.org, inner.example', 'x-forwarded-proto': 'http, https, http' };

test('without a trusted proxy the headers of a client say nothing of the address', () => {
  expect(origin(0, FORWARDED)).toBe('http://desk.internal:3000');
});

test('of host and scheme the part of the outermost trusted proxy counts', () => {
  expect(origin(1, FORWARDED)).toBe('http://inner.example');
  expect(origin(2, FORWARDED)).toBe('https://desk.example.org');
});

test('a proxy that sets the headers anew is understood, however many are trusted', () => {
  expect(origin(2, { 'x-forwarded-host': 'desk.example.org', 'x-forwarded-proto': 'https' })).toBe('https://desk.example.org');
});
