import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from './create-faults.ts';
import type { Fault } from './faults.ts';

/** The clock of `retry_after_other_clock` runs so far ahead. */
const AHEAD_MS = 26 * 60 * 60_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const SLOW_DOWN = '{"message":"slow down"}';

/** What a request is answered with. `made`: the id and the address of what a POST made. */
export type Outcome = { status: number; body: unknown; made?: { id: string; path: string } };

/** Responds, unless a fault comes before or after the work. */
export async function respond(response: ServerResponse, fault: Fault | null, settings: Settings, work: () => Outcome): Promise<void> {
  if (fault === 'slow') await sleep(settings.slow_ms);
  if (fault === 'reset') return void response.socket?.resetAndDestroy();
  const refusal = fault && refusalOf(fault, settings);
  const echo = settings.echo_key ? JSON.stringify({ message: `asked with Bearer ${settings.api_key}` }) : null;
  if (refusal) return void response.writeHead(refusal.status, refusal.headers).end(echo ?? refusal.body);
  const { status, body, made } = work();
  if (fault === 'lost_answer') return void response.socket?.resetAndDestroy();
  if (fault === 'empty_answer') return void response.writeHead(status).end();
  if (fault === 'html_answer') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><h1>Welcome</h1></html>');
  if (made && settings.id_in === 'location') return void response.writeHead(status, { location: made.path }).end();
  json(response, status, made && settings.id_in === 'bare' ? made.id : body, settings.encoding);
}

/** Responds with a body as JSON. */
export function json(response: ServerResponse, status: number, body: unknown, encoding: Settings['encoding'] = 'utf8'): void {
  const text = JSON.stringify(body);
  switch (encoding) {
    case 'utf8':
      return void response.writeHead(status, JSON_TYPE).end(text);
    case 'bom':
      return void response.writeHead(status, JSON_TYPE).end(`\ufeff${text}`);
    case 'latin1':
      return void response.writeHead(status, { 'content-type': 'application/json; charset=iso-8859-1' }).end(Buffer.from(text, 'latin1'));
    case 'utf16':
      return void response.writeHead(status, JSON_TYPE).end(Buffer.from(`\ufeff${text}`, 'utf16le'));
  }
}

/** Responds that there were too many requests. @param waitMs until there is room for another */
export function refuseMore(response: ServerResponse, waitMs: number, { retry_after }: Settings): void {
  const seconds = Math.ceil(waitMs / 1_000);
  const headers =
    retry_after === 'none'
      ? JSON_TYPE
      : { ...JSON_TYPE, 'retry-after': retry_after === 'seconds' ? `${seconds}` : new Date(Date.now() + seconds * 1_000).toUTCString() };
  response.writeHead(429, headers).end(SLOW_DOWN);
}

type Refusal = { status: number; headers: Record<string, string>; body: string };

function refusalOf(fault: Fault, { redirect }: Settings): Refusal | null {
  const ahead = Date.now() + AHEAD_MS;
  const told = /^refuse_(\d+)$/.exec(fault)?.[1];
  if (told) return { status: Number(told), headers: JSON_TYPE, body: '{"message":"not this file"}' };
  switch (fault) {
    case 'too_many':
      return { status: 429, headers: JSON_TYPE, body: SLOW_DOWN };
    case 'too_many_retry_after':
      return { status: 429, headers: { ...JSON_TYPE, 'retry-after': '1' }, body: SLOW_DOWN };
    case 'retry_after_other_clock':
      return {
        status: 429,
        headers: { ...JSON_TYPE, date: new Date(ahead).toUTCString(), 'retry-after': new Date(ahead + 1_000).toUTCString() },
        body: SLOW_DOWN,
      };
    case 'server_error':
      return { status: 500, headers: JSON_TYPE, body: '{"error":{"detail":"out of luck"}}' };
    case 'server_error_html':
      return { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><title>Bad gateway</title></html>' };
    case 'unavailable_empty':
      return { status: 503, headers: {}, body: '' };
    case 'refused_key':
      return { status: 401, headers: JSON_TYPE, body: '{"message":"key revoked"}' };
    case 'forbidden':
      return { status: 403, headers: JSON_TYPE, body: '{"message":"not within your plan"}' };
    case 'unknown':
      return { status: 404, headers: JSON_TYPE, body: '{"message":"no such thing"}' };
    case 'conflict':
      return { status: 409, headers: JSON_TYPE, body: '{"message":"not indexed yet"}' };
    case 'redirect':
      return { status: 307, headers: { location: redirect }, body: '' };
    default:
      return null;
  }
}
