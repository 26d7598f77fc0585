import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { CLIENT_ADDRESS_HEADER, networkOf, recordClientAddress } from './client-address.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('the address %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  [0, '203.0.113.9', '10.0.0.1'],
  [1, '203.0.113.9', '203.0.113.9'],
  [1, '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  [2, '198.51.100.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  [2, '203.0.113.9', '203.0.113.9'],
  [1, '203.0.113.9:4711', '203.0.113.9'],
  [1, '[2001:db8::9]:4711', '2001:db8::9'],
  [1, '2001:db8::9', '2001:db8::9'],
  [1, 'unknown', '10.0.0.1'],
  [1, '203.0.113.9, ', '10.0.0.1'],
])('behind %s proxies "%s" names the client %s', (trustedProxies, header, address) => {
  const request = { headers: { 'x-forwarded-for': header }, socket: { remoteAddress: '10.0.0.1' } } as unknown as IncomingMessage;
  recordClientAddress(request, { trustedProxies });
  expect(request.headers[CLIENT_ADDRESS_HEADER]).toBe(address);
  expect('x-forwarded-for' in request.headers).toBe(trustedProxies > 0);
});
