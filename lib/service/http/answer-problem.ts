import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ZodError } from 'zod';
import { ProblemError } from '#lib/contract/problem-error.ts';
import { problemErrors } from '#lib/contract/problem-errors.ts';
import type { Log } from '#lib/platform/log.ts';

/** Writes a problem document as an answer. */
export function toProblemResponse(problem: ProblemError): Response {
  return new Response(JSON.stringify(problem.toProblem()), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...problem.headers },
  });
}

/** Turns whatever a handler throws into a problem. What is not meant for the caller is logged and said in general words. */
export function toProblem(error: unknown, log: Log): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof HTTPException) {
    if (error.status === 415)
      return new ProblemError('unsupported_media_type', 'Send the body as JSON with Content-Type: application/json.');
    if (error.status === 413) return new ProblemError('body_too_large');
    if (error.status === 400) return new ProblemError('malformed_body', 'The body is not valid JSON.');
  }
  if (isDatabaseAway(error)) {
    log.warn('the database cannot be reached', { error });
    return new ProblemError('unavailable', undefined, { headers: { 'retry-after': '3' }, cause: error });
  }
  log.error('a request failed', { error });
  return new ProblemError('internal_error', 'Something went wrong on our side. Try again in a moment.');
}

/** Connection errors, and PostgreSQL's codes for starting, stopping and ended sessions. */
const AWAY = /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|08|57P0)/;

function isDatabaseAway(error: unknown): boolean {
  for (
    let at = error as { code?: unknown; message?: unknown; cause?: unknown } | undefined, depth = 0;
    at && depth < 5;
    at = at.cause as typeof at, depth += 1
  ) {
    if (typeof at.code === 'string' && AWAY.test(at.code) && !('path' in at)) return true;
    if (typeof at.message === 'string' && /^(timeout exceeded when trying to connect|Connection terminated)/.test(at.message)) return true;
  }
  return false;
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
