import { createServer } from 'node:http';
import { listen } from '#lib/platform/testing/listen.ts';

export type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
/** e.g. `['POST', '/api/documents/:id/lock', POST]`. `*name` stands for all the rest of the address. The first that fits answers. */
export type Route = readonly [method: string, path: string, handler: Handler];

/** Serves route handlers over HTTP on a free port, as the web program does. */
export async function serveRoutes(routes: readonly Route[]): Promise<{ url: string; close: () => Promise<void> }> {
  const known = routes.map(([method, path, handler]) => {
    const names = [...path.matchAll(/[:*](\w+)/g)].map(([, name]) => name ?? '');
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)').replaceAll(/\*\w+/g, '(.+)')}$`);
    return { method, names, pattern, handler };
  });
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`);
    for (const { method, names, pattern, handler } of known) {
      const found = pattern.exec(url.pathname);
      if (!found || method !== incoming.method) continue;
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const request = new Request(url, { method, headers, ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}) });
      const params = Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']));
      const answer = await handler(request, { params: Promise.resolve(params) });
      // cookies stand in a header each
      const all = { ...Object.fromEntries(answer.headers), 'set-cookie': answer.headers.getSetCookie() };
      outgoing.writeHead(answer.status, all).end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
    outgoing.writeHead(404).end();
  });
  // Longer than any pause between two requests: a connection closed while it is used again looks like a lost request.
  server.keepAliveTimeout = 120_000;
  return listen(server);
}
