import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseTraceparent, TRACEPARENT_HEADER, withOpenSpan } from '../trace-context.ts';
import { startSpan } from '../tracing/tracer.ts';
import { knownMethod } from './known-method.ts';

const READS = new Set(['GET', 'HEAD']);

/**
 * Answers a request as a span, from its head to the end of the answer or the connection. It goes on with the trace that the request
 * names. A read that went well, or that the client left, and had nothing done is not recorded: a tab asks every second. The address is not told, only its route: it
 * may hold a link's token.
 * @param route the pattern of the route that it goes to; null = none
 */
export function traceRequest<T>(request: IncomingMessage, response: ServerResponse, route: string | null, work: () => T): T {
  const method = knownMethod(request.method);
  const span = startSpan(route === null ? method : `${method} ${route}`, {
    kind: 'server',
    attributes: { 'http.request.method': method === 'other' ? '_OTHER' : method, 'http.route': route ?? undefined, 'url.scheme': 'http' },
    parent: parseTraceparent(request.headers[TRACEPARENT_HEADER]),
  });
  if (span === null) return withOpenSpan(null, work);
  response.once('close', () => {
    const { statusCode, writableFinished } = response;
    const isRead = READS.has(method);
    const isFault = statusCode >= 500 || (!writableFinished && !isRead);
    span.set({ 'http.response.status_code': writableFinished ? statusCode : undefined });
    if (isFault) span.fail(writableFinished ? String(statusCode) : 'aborted');
    if (isRead && !isFault) span.drop();
    else span.end();
  });
  return withOpenSpan(span, work);
}
