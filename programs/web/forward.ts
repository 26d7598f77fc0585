import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, pipeline } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { REQUEST_ID_HEADER } from '#lib/platform/request-id.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/session/context/client-address.ts';
import { answerProblem } from './answer-problem.ts';
import { announcesBody, namesInConnection } from './find-request-fault.ts';
import { lingerAfterEarlyAnswer } from './linger.ts';

/** The interface's paths: all of `/v1`, and the two that the interface document prints without the prefix. */
const SERVICE_PATHS = /^\/(v1(\/|$)|documents\/[^/]+\/summaries(\/|$)|summaries\/jobs(\/|$))/;
/** Headers of one connection, not of the message (RFC 9110 §7.6.1). undici writes those of its own connection. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** What only a service of ours is told. undici writes the name of whoever else is asked. */
const OURS = [
  'host',
  CLIENT_ADDRESS_HEADER,
  REQUEST_ID_HEADER,
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'forwarded',
];
/** Connections to the service at a time. */
export const MOST_CONNECTIONS = 1024;
/** For so long neither side may be silent. Longer than any answer takes. */
const SILENCE_MS = 600_000;
const CONNECT_MS = 10_000;

export function isServicePath(pathname: string): boolean {
  return SERVICE_PATHS.test(pathname);
}

/**
 * Hands requests over to the service as they are and its answers back, streaming both ways: constant memory however large
 * the body, and a slow side slows the other down. undici frames the body anew; a connection on which a request or an answer
 * did not come to its end is never used again. The caller has refused requests whose end is doubtful.
 * @param target address of the service, which may have a path before `/v1`
 * @param options.isOurs false for a deployment of somebody else, who is told neither the desk's name nor who asks
 */
export function createForwarder(
  target: string,
  { isOurs = true } = {},
): {
  forward: (request: IncomingMessage, response: ServerResponse) => void;
  close: () => Promise<void>;
} {
  const { origin, pathname } = new URL(target);
  const prefix = pathname.replace(/\/+$/, '');
  const pool = new Pool(origin, {
    connections: MOST_CONNECTIONS,
    pipelining: 1,
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    connect: { timeout: CONNECT_MS },
  });

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const gone = new AbortController();
    const stop = () => gone.abort();
    response.once('close', stop);
    const asked = pool.request({
      method: request.method as Dispatcher.HttpMethod,
      path: prefix + (request.url ?? '/'),
      headers: requestHeaders(request.headers, isOurs),
      body: announcesBody(request) ? bodyOf(request) : null,
      signal: gone.signal,
    });
    asked.then(
      (answer) => {
        // from here on the pipeline ends the connection when the client goes away
        response.off('close', stop);
        answerWith(answer, request, response);
      },
      () => {
        if (response.destroyed) return;
        lingerAfterEarlyAnswer(request, response);
        answerProblem(response, new ProblemError('unavailable', undefined, { headers: { 'retry-after': '2' } }));
      },
    );
  }

  return { forward, close: () => pool.destroy() };
}

function answerWith(answer: Dispatcher.ResponseData, request: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) {
    answer.body.on('error', () => undefined).destroy();
    return;
  }
  response.writeHead(answer.statusCode, answer.statusText, withoutHopByHop(answer.headers));
  // an answer that breaks off ends the client's connection: nothing may look complete that is not
  pipeline(answer.body, response, () => undefined);
  lingerAfterEarlyAnswer(request, response);
}

/** The request's body for undici, which may end it without ending the client's connection. */
function bodyOf(request: IncomingMessage): PassThrough {
  const body = new PassThrough();
  body.on('error', () => undefined);
  request.pipe(body);
  request.on('error', (error) => body.destroy(error));
  request.once('close', () => {
    if (!request.complete) body.destroy(new Error('The client broke off its request.'));
  });
  return body;
}

function requestHeaders(headers: IncomingHttpHeaders, isOurs: boolean): IncomingHttpHeaders {
  const kept = withoutHopByHop(headers);
  // the browser's session is the desk's business, not the service's
  delete kept.cookie;
  // recorded by our own server, whatever the client sent; the service's operations stand in the trail with it
  kept[CLIENT_ADDRESS_HEADER] = headers[CLIENT_ADDRESS_HEADER] ?? '';
  if (!isOurs) for (const name of OURS) delete kept[name];
  // answered by Node's server already
  delete kept.expect;
  return kept;
}

function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = namesInConnection(headers.connection);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.includes(name)));
}
