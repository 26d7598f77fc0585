import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { findOwnAddress } from './own-address.ts';

const PATH = '/.well-known/security.txt';
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/**
 * Answers `/.well-known/security.txt` (RFC 9116) from the file in `public/`, with the desk's own address and a day of expiry that
 * is always ahead: a self-hosted desk knows neither when it is built.
 * @param rootDir where `public/` is
 * @returns true when it did
 */
export function answerSecurityText(
  request: IncomingMessage,
  response: ServerResponse,
  options: { rootDir: string; publicUrl: string | null | undefined },
): boolean {
  if (request.url?.split('?')[0] !== PATH || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
  const origin = findOwnAddress(request, options.publicUrl);
  if (!origin) return false;
  const expires = new Date(Math.floor(Date.now() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString();
  const text = readFileSync(path.join(options.rootDir, 'public', PATH), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replaceAll('{origin}', origin)
    .replaceAll('{expires}', expires);
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'public, max-age=3600',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
  return true;
}
