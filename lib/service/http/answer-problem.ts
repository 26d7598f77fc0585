import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ZodError } from 'zod';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { problemErrors } from '#lib/contract/problems/problem-errors.ts';
import { toProblem } from '#lib/platform/http/to-problem.ts';
import type { Log } from '#lib/platform/log.ts';
import { findOpenSpan } from '#lib/platform/trace-context.ts';

/** Writes a problem document as an answer. */
export function toProblemResponse(problem: ProblemError): Response {
  findOpenSpan()?.set({ 'countersign.problem': problem.code });
  return new Response(JSON.stringify(problem.toProblem()), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...problem.headers },
  });
}

/** What the caller is told of whatever a handler throws. @see toProblem of the platform for what is not of this interface */
export function toServiceProblem(error: unknown, log: Log, request: Request): ProblemError {
  if (error instanceof HTTPException) {
    if (error.status === 415)
      return new ProblemError('unsupported_media_type', 'Send the body as JSON with Content-Type: application/json.');
    if (error.status === 413) return new ProblemError('body_too_large');
    if (error.status === 400) return new ProblemError('malformed_body', 'The body is not valid JSON.');
  }
  return toProblem(error, log, { method: request.method, path: new URL(request.url).pathname });
}

/** Called with the outcome of every check of a request's parts. */
export function refuseInvalid(result: { target: string; success: boolean; error?: ZodError }, c: Context): void {
  if (result.success || !result.error) return;
  if (result.target === 'param') throw new ProblemError('not_found', notFoundText(c));
  const prefix = result.target === 'json' ? '' : `/${result.target}`;
  throw new ProblemError('invalid_request', 'Some inputs are not valid; see errors.', { errors: problemErrors(result.error, prefix) });
}

function notFoundText(c: Context): string {
  return c.req.path.includes('/jobs/') ? 'There is no job with this id.' : 'There is nothing with this id.';
}
