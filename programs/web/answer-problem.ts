import type { ServerResponse } from 'node:http';
import type { ProblemError } from '#lib/contract/problems/problem-error.ts';

/**
 * Answers with a problem document, unless an answer has begun: then the connection ends.
 * @param options.close end the connection after it, because what follows on it cannot be trusted or waited for
 */
export function answerProblem(response: ServerResponse, problem: ProblemError, options: { close?: boolean } = {}): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(problem.toProblem());
  response.writeHead(problem.status, {
    ...problem.headers,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(options.close ? { connection: 'close' } : {}),
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
