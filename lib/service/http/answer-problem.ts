import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ZodError } from 'zod';
import type { Problem } from '#lib/contract/problem.ts';
import { ProblemError } from '#lib/contract/problem-error.ts';
import type { Log } from '#lib/platform/log.ts';
import { toProblem } from '#lib/platform/to-problem.ts';

/** Writes a problem document as an answer. */
export function toProblemResponse(problem: ProblemError): Response {
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
  throw new ProblemError('invalid_request', 'Some inputs are not valid; see errors.', { errors: toErrors(result.error, prefix) });
}

/** The issues of a check with the JSON Pointer of each. */
export function toErrors(error: ZodError, prefix = ''): NonNullable<Problem['errors']> {
  return error.issues.slice(0, 50).map(({ path, message }) => ({
    pointer: `${prefix}${path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`,
    message,
  }));
}

function notFoundText(c: Context): string {
  return c.req.path.includes('/jobs/') ? 'There is no job with this id.' : 'There is nothing with this id.';
}
