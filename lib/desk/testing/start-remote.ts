import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '#lib/platform/testing/listen.ts';

type Answered = { status: number; body: unknown; headers?: Record<string, string> };
export type Remote = { url: string; requests: { method: string; path: string; key: string; bytes: number }[]; close: () => Promise<void> };

/**
 * A deployment run by someone else, as far as a test needs it: only an HTTP server that answers as told.
 * @param answer gets the request with its body read, unless `raw`; what it returns is sent as JSON
 */
export async function startRemote(
  answer: (asked: { method: string; path: string; body: Buffer; key: string }) => Answered | Promise<Answered>,
  raw?: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<Remote> {
  const requests: Remote['requests'] = [];
  const server = createServer(async (request, response) => {
    if (raw?.(request, response)) return;
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks);
    const asked = { method: request.method ?? '', path: request.url ?? '', body, key: String(request.headers['idempotency-key'] ?? '') };
    requests.push({ method: asked.method, path: asked.path, key: asked.key, bytes: body.length });
    const { status, body: json, headers } = await answer(asked);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
  });
  const { url, close } = await listen(server);
  return {
    url,
    requests,
    close,
  };
}
