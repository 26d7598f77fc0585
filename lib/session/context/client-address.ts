import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { findForwarded } from './find-forwarded.ts';

/** Set by our own HTTP server on every request, whatever the client sent; nothing else may be believed. */
export const CLIENT_ADDRESS_HEADER = 'x-countersign-client-address';

/**
 * Writes the client's address into the request's headers, before Next sees it: the address of the socket, or what the outermost of the
 * trusted proxies recorded in `x-forwarded-for`. Forwarding headers of clients are taken away unless a proxy is trusted, because Next
 * and others would believe them.
 * @param trustedProxies how many proxies stand in a row before the desk
 */
export function recordClientAddress(request: IncomingMessage, { trustedProxies }: { trustedProxies: number }): void {
  const socket = request.socket.remoteAddress ?? '';
  const forwarded = findForwarded(String(request.headers['x-forwarded-for'] ?? ''), trustedProxies);
  request.headers[CLIENT_ADDRESS_HEADER] = (forwarded && findAddress(forwarded)) ?? socket;
  if (trustedProxies > 0) return;
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-real-ip', 'forwarded']) {
    delete request.headers[name];
  }
}

/** The address in what a proxy recorded, which may have a port: `203.0.113.9:4711`, `[2001:db8::9]:4711`. Null when it is none. */
function findAddress(recorded: string): string | null {
  const [, inBrackets, v4] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(recorded) ?? [];
  const address = inBrackets ?? v4 ?? recorded;
  return isIP(address) === 0 ? null : address;
}

/** The client's address as recorded by our server; empty when none was. */
export function addressOf(request: Request): string {
  return request.headers.get(CLIENT_ADDRESS_HEADER) ?? '';
}

/** What one client can be told apart by: an IPv4 address, or the first 64 bits of an IPv6 address, since one household has them all. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : new Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}
