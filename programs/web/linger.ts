import type { IncomingMessage, ServerResponse } from 'node:http';

/** After an answer that came before the request was complete (413, 401, 429), how long we go on taking in the rest. */
const LINGER_MS = 3_000;

/** Lets the client finish sending for a moment, so that it reads the answer instead of a broken connection. */
export function lingerAfterEarlyAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  request.unpipe();
  request.resume();
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.destroy(), LINGER_MS);
    timer.unref();
    request.once('close', () => clearTimeout(timer));
  });
}
