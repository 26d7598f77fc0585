import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { answerProblem } from './answer-problem.ts';

const KNOWN: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Answers a method that nothing here knows, e.g. TRACE, of which Next could not even make a request.
 * @returns true when it did
 */
export function answerUnknownMethod(request: IncomingMessage, response: ServerResponse): boolean {
  if (KNOWN.has(request.method ?? '')) return false;
  answerProblem(response, new ProblemError('method_not_allowed'));
  return true;
}

/**
 * Gives the empty answer with which Next refuses a method, under `/api/`, the body of every other refusal. Both ways to the
 * head of an answer are watched, because Next's compression writes it before it ends the answer.
 */
export function explainWrongMethod(request: IncomingMessage, response: ServerResponse): void {
  if (!request.url?.startsWith('/api/')) return;
  let isDue = false;
  const explain = () => {
    if (response.headersSent || response.statusCode !== 405 || response.hasHeader('content-type')) return;
    isDue = true;
    writeProblem(response);
  };
  const writeHead = response.writeHead.bind(response) as (...parts: unknown[]) => ServerResponse;
  response.writeHead = ((status: number, ...parts: unknown[]) => {
    response.statusCode = status;
    explain();
    return writeHead(status, ...parts);
  }) as typeof response.writeHead;
  const end = response.end.bind(response) as (...parts: unknown[]) => ServerResponse;
  response.end = ((...parts: unknown[]) => {
    explain();
    if (!isDue) return end(...parts);
    isDue = false;
    return request.method === 'HEAD' ? end() : end(bodyOf());
  }) as typeof response.end;
}

function writeProblem(response: ServerResponse): void {
  response.statusCode = 405;
  response.setHeader('content-type', 'application/problem+json');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-length', Buffer.byteLength(bodyOf()));
}

function bodyOf(): string {
  return JSON.stringify(new ProblemError('method_not_allowed').toProblem());
}
