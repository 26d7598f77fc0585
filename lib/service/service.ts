import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { observeRequests } from '#lib/platform/http/observe-requests.ts';
import { traceRequest } from '#lib/platform/http/trace-request.ts';
import { REQUEST_ID_HEADER, requestIdOf, withRequestId } from '#lib/platform/request-id.ts';
import type { ServiceContext } from './context/service-context.ts';
import { createApp, type Lifecycle } from './http/create-app.ts';
import { findRoute } from './http/refuse-unknown.ts';
import { type ServiceWorker, startServiceWorker } from './worker.ts';

const HEADERS_TIMEOUT_MS = 60_000;
const SWEEP_MS = 50;

/** The service: its interface and its worker, which may run in one program or in several. */
export type Service = {
  /** Answers a request of the interface; ready at once, without a port. */
  fetch: (request: Request) => Promise<Response>;
  /** Listens on `config.service.bind` and `port` (0 = any free one). @throws Error with code `EADDRINUSE` */
  startHttp: () => Promise<{ host: string; port: number }>;
  /** Starts to index and to work off jobs. */
  startWorker: (options?: { warm?: boolean }) => Promise<void>;
  /** New requests get 503; running ones may end. Returns when they have, or after `timeoutMs`. */
  drain: (timeoutMs: number) => Promise<void>;
  /** Ends everything. The queue, the reader and the database belong to whoever made them. */
  stop: () => Promise<void>;
};

export function createService(context: ServiceContext): Service {
  const lifecycle: Lifecycle = { state: 'ready' };
  const app = createApp(context, lifecycle);
  const running = new Set<Promise<Response>>();
  let server: Server | undefined;
  let worker: ServiceWorker | undefined;

  const answer = (request: Request): Promise<Response> => {
    const answering = Promise.resolve(app.fetch(request));
    running.add(answering);
    const done = () => running.delete(answering);
    answering.then(done, done);
    return answering;
  };

  return {
    fetch: answer,
    async startHttp() {
      const { bind, port } = context.config.service;
      const listener = getRequestListener(answer);
      const routeOf = ({ method = '', url = '' }: IncomingMessage) => findRoute(app, method, url.split('?', 1)[0]!);
      // slow uploads take longer than Node's 300 s for a whole request; the idle limit guards instead
      server = createServer({ requestTimeout: 0, headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: 65_000 }, (request, response) => {
        const id = requestIdOf(request.headers[REQUEST_ID_HEADER]);
        response.setHeader(REQUEST_ID_HEADER, id);
        traceRequest(request, response, routeOf(request), () => withRequestId(id, () => void listener(request, response)));
      });
      observeRequests(server, routeOf, context.log);
      await new Promise<void>((resolve, reject) => {
        server?.once('error', reject);
        server?.listen(port, bind, resolve);
      });
      return { host: bind, port: (server.address() as AddressInfo).port };
    },
    async startWorker(options) {
      worker ??= await startServiceWorker(context, options);
    },
    async drain(timeoutMs) {
      lifecycle.state = 'draining';
      const closed = server ? new Promise<void>((resolve) => server?.close(() => resolve())) : Promise.resolve();
      // a connection that is kept alive becomes idle once its last answer is out
      const sweeper = setInterval(() => server?.closeIdleConnections(), SWEEP_MS);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([Promise.all([Promise.allSettled(running), closed]), late]);
      clearTimeout(timer);
      clearInterval(sweeper);
    },
    async stop() {
      lifecycle.state = 'draining';
      server?.closeAllConnections();
      server?.close();
      await worker?.stop();
    },
  };
}
