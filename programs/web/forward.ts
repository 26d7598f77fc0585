import { Agent, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { CLIENT_ADDRESS_HEADER } from '#lib/session/client-address.ts';

/** The interface's paths: all of `/v1`, and the two that the interface document prints without the prefix. */
const SERVICE_PATHS = /^\/(v1(\/|$)|documents\/[^/]+\/summaries(\/|$)|summaries\/jobs(\/|$))/;
/** Headers of one connection, not of the message (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** After an answer that came before the request was complete (413, 401), how long we go on taking in the rest. */
const LINGER_MS = 3_000;

export function isServicePath(pathname: string): boolean {
  return SERVICE_PATHS.test(pathname);
}

/**
 * Hands requests over to the service as they are and its answers back, streaming both ways: constant memory however large
 * the body, and a slow side slows the other down.
 * @param target address of the service
 */
export function createForwarder(target: string): {
  forward: (request: IncomingMessage, response: ServerResponse) => void;
  close: () => void;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: 0 });
  const { hostname, port } = new URL(target);

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const upstream = sendRequest({
      agent,
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      method: request.method,
      path: request.url,
      headers: requestHeaders(request.headers),
    });
    upstream.setNoDelay(true);
    upstream.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHopByHop(answer.headers));
      answer.pipe(response);
      answer.once('error', () => response.destroy());
      if (!request.complete) lingerAfterEarlyAnswer(request, response);
    });
    // after an answer the request's side may break (the service closed before it was sent whole): the answer counts
    upstream.on('error', () => {
      if (!response.headersSent) answerUnavailable(response);
    });
    response.once('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    request.pipe(upstream);
  }

  return { forward, close: () => agent.destroy() };
}

/** Lets the client finish sending for a moment, so that it reads the answer instead of a broken connection. */
function lingerAfterEarlyAnswer(request: IncomingMessage, response: ServerResponse): void {
  request.unpipe();
  request.resume();
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.destroy(), LINGER_MS);
    timer.unref();
    request.once('close', () => clearTimeout(timer));
  });
}

function requestHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = withoutHopByHop(headers);
  // the browser's session is the desk's business, not the service's
  delete kept.cookie;
  delete kept[CLIENT_ADDRESS_HEADER];
  return kept;
}

function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.includes(name)));
}

function answerUnavailable(response: ServerResponse): void {
  const problem = {
    type: 'urn:countersign:problem:unavailable',
    title: 'Starting or stopping; try again in a moment',
    status: 503,
    code: 'unavailable',
  };
  response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '2' }).end(JSON.stringify(problem));
}
