import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '#lib/platform/testing/listen.ts';

export type SeenRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string; bytes: number };
export type StandIn = {
  url: string;
  seen: SeenRequest[];
  /** What answers next; called once a request has come in completely, or at its head when `early`. */
  answer: (handler: Handler, options?: { early?: boolean }) => void;
  close: () => Promise<void>;
};
export type Handler = (request: SeenRequest, response: ServerResponse) => void;

const KEPT_BYTES = 1_000_000;

/** A deployment that someone else runs, as far as tests need one: records what it is asked, answers as told, may misbehave. */
export async function startStandIn(): Promise<StandIn> {
  const seen: SeenRequest[] = [];
  let handler: Handler = (_request, response) => json(response, 404, { message: 'no such thing' });
  let early = false;
  const server = createServer(async (incoming, response) => {
    const request: SeenRequest = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body: '', bytes: 0 };
    seen.push(request);
    if (early) return handler(request, response);
    try {
      for await (const chunk of incoming) {
        request.bytes += (chunk as Buffer).length;
        if (request.body.length < KEPT_BYTES) request.body += (chunk as Buffer).toString('utf8');
      }
      handler(request, response);
    } catch {
      // the caller hung up
    }
  });
  const { url, close } = await listen(server);
  return {
    url,
    seen,
    answer(next, options = {}) {
      handler = next;
      early = options.early ?? false;
      seen.length = 0;
    },
    close,
  };
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
