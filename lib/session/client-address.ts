import type { IncomingMessage } from 'node:http';

/** Set by our own HTTP server on every request, whatever the client sent; nothing else may be believed. */
export const CLIENT_ADDRESS_HEADER = 'x-countersign-client-address';

/**
 * Writes the client's address into the request's headers, before Next sees it: the address of the socket, or behind a
 * proxy that is trusted the last hop it noted in `x-forwarded-for`. Forwarding headers of clients are taken away unless
 * a proxy is trusted, because Next and others would believe them.
 */
export function noteClientAddress(request: IncomingMessage, options: { trustProxy: boolean }): void {
  const socket = request.socket.remoteAddress ?? '';
  const forwarded = options.trustProxy ? String(request.headers['x-forwarded-for'] ?? '').split(',') : [];
  request.headers[CLIENT_ADDRESS_HEADER] = forwarded.at(-1)?.trim() || socket;
  if (options.trustProxy) return;
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-real-ip', 'forwarded']) {
    delete request.headers[name];
  }
}
