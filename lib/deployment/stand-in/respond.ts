import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './faults.ts';

/** The clock of `retry_after_other_clock` runs so far ahead. */
const AHEAD_MS = 26 * 60 * 60_000;

/** Responds, unless a fault comes before or after the work. `work` gives status and body. */
export async function respond(
  response: ServerResponse,
  fault: Fault | null,
  slowMs: number,
  work: () => { status: number; body: unknown },
): Promise<void> {
  if (fault === 'slow') await sleep(slowMs);
  if (fault === 'reset') return void response.socket?.resetAndDestroy();
  const refusal = fault && refusalOf(fault);
  if (refusal) return void response.writeHead(refusal.status, refusal.headers).end(refusal.body);
  const { status, body } = work();
  if (fault === 'lost_answer') return void response.socket?.resetAndDestroy();
  if (fault === 'empty_answer') return void response.writeHead(status).end();
  if (fault === 'html_answer') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><h1>Welcome</h1></html>');
  json(response, status, body);
}

/** Responds with a body as JSON. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refusalOf(fault: Fault): { status: number; headers: Record<string, string>; body: string } | null {
  const plain = { 'content-type': 'application/json' };
  const ahead = Date.now() + AHEAD_MS;
  switch (fault) {
    case 'too_many':
      return { status: 429, headers: plain, body: '{"message":"slow down"}' };
    case 'too_many_retry_after':
      return { status: 429, headers: { ...plain, 'retry-after': '1' }, body: '{"message":"slow down"}' };
    case 'retry_after_other_clock':
      return {
        status: 429,
        headers: { ...plain, date: new Date(ahead).toUTCString(), 'retry-after': new Date(ahead + 1_000).toUTCString() },
        body: '{"message":"slow down"}',
      };
    case 'server_error':
      return { status: 500, headers: plain, body: '{"error":{"detail":"out of luck"}}' };
    case 'server_error_html':
      return { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><title>Bad gateway</title></html>' };
    case 'unavailable_empty':
      return { status: 503, headers: {}, body: '' };
    case 'refused_key':
      return { status: 401, headers: plain, body: '{"message":"key revoked"}' };
    default:
      return null;
  }
}
