import type { IncomingMessage, Server } from 'node:http';
import type { Log } from '../log.ts';
import { METRICS } from '../metrics/metrics.ts';
import { REQUEST_ID_HEADER } from '../request-id.ts';
import { knownMethod } from './known-method.ts';

/**
 * Counts the requests of a server and how long they take, from the head of the request to the end of the answer or the connection. Each
 * has a line in the log at level `debug`.
 * @param routeOf the pattern of the route that a request goes to, of a set that callers cannot make larger; null = none
 */
export function observeRequests(server: Server, routeOf: (request: IncomingMessage) => string | null, log: Pick<Log, 'debug'>): void {
  server.prependListener('request', (request, response) => {
    const begun = performance.now();
    const labels = { method: knownMethod(request.method), route: routeOf(request) ?? 'none' };
    response.once('close', () => {
      // an answer that was cut counts as broken off, whatever its head said
      const status = response.writableFinished ? String(response.statusCode) : 'aborted';
      METRICS.requests.inc({ ...labels, status });
      const ms = performance.now() - begun;
      METRICS.requestSeconds.observe(labels, ms / 1000);
      log.debug('request', { ...labels, status, ms: Math.round(ms), request: response.getHeader(REQUEST_ID_HEADER) });
    });
  });
}
