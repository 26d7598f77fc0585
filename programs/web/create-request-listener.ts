import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { traceRequest } from '#lib/platform/http/trace-request.ts';
import { REQUEST_ID_HEADER, requestIdOf, withRequestId } from '#lib/platform/request-id.ts';
import { TRACEPARENT_HEADER } from '#lib/platform/trace-context.ts';
import { recordClientAddress } from '#lib/session/context/client-address.ts';
import { answerProblem } from './answer-problem.ts';
import { answerUnknownMethod, explainWrongMethod } from './answer-wrong-method.ts';
import type { Places } from './create-places.ts';
import { findBodyFault, findFramingFault } from './find-request-fault.ts';
import { findTarget } from './find-target.ts';
import { isServicePath } from './forward.ts';
import { lingerAfterEarlyAnswer } from './linger.ts';
import { setSecurityHeaders } from './security-headers.ts';
import type { WrongKeys } from './watch-wrong-keys.ts';

export type RequestListenerOptions = {
  trustedProxies: number;
  /** Reload by hot update. */
  dev: boolean;
  /** People reach us by https only. */
  https: boolean;
  places: Places;
  wrongKeys: WrongKeys;
  /** The pattern of the route that a request goes to; null = none. */
  routeOf: (request: IncomingMessage) => string | null;
  /** Hands a request over to the service. */
  forward: (request: IncomingMessage, response: ServerResponse) => void;
  /** Answers with a page or from a route of the desk. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * The door of the web program: refuses what is not clearly one request for us, records who asks, gives each an id and begins its trace, and sends the rest on, to the
 * service or to Next. What goes to the service needs a place first. After a refusal for its framing nothing more is taken from that connection.
 */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const doubtful = new WeakSet<Socket>();

  function pass(request: IncomingMessage, response: ServerResponse, isForService: boolean): void {
    if (isForService) {
      const refusal = options.wrongKeys.watch(request, response) ?? options.places.take(request, response);
      if (refusal === null) {
        options.forward(request, response);
      } else {
        lingerAfterEarlyAnswer(request, response);
        answerProblem(response, refusal);
      }
      return;
    }
    setSecurityHeaders(request, response, options);
    explainWrongMethod(request, response);
    options.answer(request, response);
  }

  return (request, response) => {
    // what was sent behind a doubtful request may be part of it
    if (doubtful.has(request.socket)) {
      request.socket.destroy();
      return;
    }
    const target = findTarget(request);
    const isForService = target !== null && isServicePath(target.split('?', 1)[0]!);
    const fault = findFramingFault(request) ?? findBodyFault(request, { mayDeleteWithBody: !isForService });
    if (fault !== null) {
      doubtful.add(request.socket);
      answerProblem(response, new ProblemError('malformed_request', fault), { close: true });
      return;
    }
    if (answerUnknownMethod(request, response)) return;
    if (target === null) {
      answerProblem(response, new ProblemError('malformed_request', 'The address of the request cannot be read.'));
      return;
    }
    // what a stranger says must neither join nor switch on our traces
    if (options.trustedProxies === 0) delete request.headers[TRACEPARENT_HEADER];
    const id = requestIdOf(options.trustedProxies > 0 ? request.headers[REQUEST_ID_HEADER] : undefined);
    request.headers[REQUEST_ID_HEADER] = id;
    response.setHeader(REQUEST_ID_HEADER, id);
    request.url = target;
    recordClientAddress(request, options);
    traceRequest(request, response, options.routeOf(request), () => withRequestId(id, () => pass(request, response, isForService)));
  };
}
