import type { IncomingMessage } from 'node:http';

/** Set by our own HTTP server on every request for Next, whatever the client sent. */
const ORIGIN_HEADER = 'x-countersign-origin';
const PATH_HEADER = 'x-countersign-path';

/**
 * The address that the desk has for this client, e.g. `https://desk.example.org`: the one it was told to have, else the one the
 * request names.
 * @returns null when that is none
 */
export function findOwnAddress(request: IncomingMessage, publicUrl: string | null | undefined): string | null {
  if (publicUrl) return new URL(publicUrl).origin;
  const { host } = request.headers;
  return host && /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`) ? `http://${host}` : null;
}

/** Tells Next's pages the desk's address, for pictures of link previews, and the path that was asked for, which layouts are not told. */
export function setAddressHeaders(request: IncomingMessage, publicUrl: string | null | undefined): void {
  delete request.headers[ORIGIN_HEADER];
  request.headers[PATH_HEADER] = request.url?.split('?')[0] ?? '/';
  const origin = findOwnAddress(request, publicUrl);
  if (origin) request.headers[ORIGIN_HEADER] = origin;
}
