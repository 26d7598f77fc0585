import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { findOwnAddress, setAddressHeaders } from './own-address.ts';

const asked = (headers: Record<string, string>, url = '/') => ({ headers, url }) as unknown as IncomingMessage;

test('the address is the one that was set, else the one the request names, and none where that is no host', () => {
  expect(findOwnAddress(asked({ host: 'desk:3000' }), 'https://desk.example.org/')).toBe('https://desk.example.org');
  expect(findOwnAddress(asked({ host: '[::1]:3000' }), null)).toBe('http://[::1]:3000');
  for (const host of ['', 'a b', 'x/../y', 'desk"><script>', 'user@desk']) expect(findOwnAddress(asked({ host }), null), host).toBeNull();
});

test('what a client says of address and path does not reach the pages', () => {
  const request = asked({ 'x-countersign-origin': 'https://evil.example', 'x-countersign-path': '/evil' }, '/documents/1?x=2');
  setAddressHeaders(request, null);
  expect(request.headers).toEqual({ 'x-countersign-path': '/documents/1' });
});
