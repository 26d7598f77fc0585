import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { listen } from '#lib/platform/testing/listen.ts';
import { createPlaces, type PlaceLimits } from '../create-places.ts';
import { createRequestListener } from '../create-request-listener.ts';
import { createForwarder } from '../forward.ts';
import type { WrongKeys } from '../watch-wrong-keys.ts';

/** The web program's door as it is, before any service; where the desk's pages would answer stands a word. */
export async function startDoor(
  target: string,
  limits: Partial<PlaceLimits> = {},
  wrongKeys: WrongKeys = { watch: () => null },
  trustedProxies = 0,
  forwarder = createForwarder(target),
): Promise<{ port: number; url: string; server: Server; close: () => Promise<void> }> {
  const answer: RequestListener = (request, response) => {
    request.resume();
    response.end('a page');
  };
  const server = createServer(
    createRequestListener({
      trustedProxies,
      dev: false,
      https: false,
      places: createPlaces({ perKey: 0, perAddress: 0, inAll: 0, ...limits }),
      wrongKeys,
      routeOf: () => null,
      forward: forwarder.forward,
      answer,
    }),
  );
  const { url, port, close } = await listen(server);
  return {
    port,
    url,
    server,
    async close() {
      await close();
      await forwarder.close();
    },
  };
}

type Seen = { method: string; url: string };

/** Records every request that any HTTP server of this process takes for one, whatever becomes of it. */
export function watchRequests(): { of: (port: number) => Seen[]; clear: () => void; stop: () => void } {
  const seen = new Map<number, Seen[]>();
  const record = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    const port = request.socket.localPort ?? 0;
    seen.set(port, [...(seen.get(port) ?? []), { method: request.method ?? '', url: request.url ?? '' }]);
  };
  subscribe('http.server.request.start', record);
  return {
    of: (port) => seen.get(port) ?? [],
    clear: () => seen.clear(),
    stop: () => void unsubscribe('http.server.request.start', record),
  };
}
