import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, pipeline } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { answerProblem } from './answer-problem.ts';
import { announcesBody } from './find-request-fault.ts';
import { headersForClient, headersForService } from './forwarded-headers.ts';
import { lingerAfterEarlyAnswer } from './linger.ts';

/** The interface's paths: all of `/v1`, and the two that the interface document prints without the prefix. */
const SERVICE_PATHS = /^\/(v1(\/|$)|documents\/[^/]+\/summaries(\/|$)|summaries\/jobs(\/|$))/;
/** A path with `.` or `..` in it, or what a server may take for that. */
const STEPS = /(^|[/\\]|%2f|%5c)(\.|%2e){1,2}([/\\;]|%2f|%5c|$)/i;
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
    // beyond the path of the interface other things of that server may lie
    if (!isOurs && STEPS.test(request.url?.split('?', 1)[0] ?? '')) {
      lingerAfterEarlyAnswer(request, response);
      answerProblem(response, new ProblemError('not_found', 'There is nothing at this address.'));
      return;
    }
    const gone = new AbortController();
    const stop = () => gone.abort();
    response.once('close', stop);
    const asked = pool.request({
      method: request.method as Dispatcher.HttpMethod,
      path: prefix + (request.url ?? '/'),
      headers: headersForService(request.headers, { isOurs }),
      body: announcesBody(request) ? bodyOf(request) : null,
      signal: gone.signal,
    });
    const fail = () => {
      if (response.destroyed) return;
      lingerAfterEarlyAnswer(request, response);
      answerProblem(response, new ProblemError('unavailable', undefined, { headers: { 'retry-after': '2' } }));
    };
    asked.then((answer) => {
      // from here on the pipeline ends the connection when the client goes away
      response.off('close', stop);
      try {
        answerWith({ ...answer, headers: headersForClient(answer.headers, { isOurs, base: origin + prefix }) }, request, response);
      } catch {
        // a head that undici takes and Node does not send
        answer.body.on('error', () => undefined).destroy();
        response.destroy();
      }
    }, fail);
  }

  return { forward, close: () => pool.destroy() };
}

function answerWith(answer: Dispatcher.ResponseData, request: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) {
    answer.body.on('error', () => undefined).destroy();
    return;
  }
  response.writeHead(answer.statusCode, answer.headers);
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
