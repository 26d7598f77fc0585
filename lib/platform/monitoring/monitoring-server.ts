import { createServer, type ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import { ConfigError } from '../config.ts';
import { explainPort } from '../http/explain-port.ts';

/** What a monitoring server tells. Each answers within two seconds. */
export type Monitored = {
  /** Whether traffic and work may come, and what is wrong where not; goes out as JSON. */
  readiness: () => Promise<{ status: 'ready' | 'not_ready' }>;
  /** All figures in the text format of Prometheus. */
  metrics: () => Promise<string>;
};

const REQUEST_MS = 5_000;
const MOST_CONNECTIONS = 100;

/**
 * Listens for monitoring, on a port of its own that nothing else is on: `/live` (200 while the event loop answers), `/ready` (200 or 503)
 * and `/metrics`.
 * @throws ConfigError when the port cannot be had
 */
export async function startMonitoringServer({ host, port }: { host: string; port: number }, monitored: Monitored): Promise<void> {
  const answers: Record<string, (response: ServerResponse) => unknown> = {
    '/live': (response) => send(response, 200, { status: 'live' }),
    '/ready': async (response) => {
      const readiness = await monitored.readiness();
      send(response, readiness.status === 'ready' ? 200 : 503, readiness);
    },
    '/metrics': async (response) => {
      const text = await monitored.metrics();
      response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, ...HEADERS }).end(text);
    },
  };
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (!answer) send(response, 404, { status: 'not_found' });
    else if (request.method !== 'GET' && request.method !== 'HEAD') send(response, 405, { status: 'method_not_allowed' });
    else void Promise.resolve(answer(response)).catch(() => response.destroy());
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    // later ones, as when the process is short of file handles, must not end it
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(explainPort(error, { host, port, name: 'COUNTERSIGN_MONITORING_PORT' }))),
    );
    server.listen({ host, port, exclusive: true }, resolve);
  });
  server.unref();
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', ...HEADERS }).end(`${JSON.stringify(body)}\n`);
}
