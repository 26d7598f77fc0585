import type { Problem } from '#lib/contract/problems/problem.ts';
import { PROBLEMS, type ProblemCode } from '#lib/contract/problems/problem-codes.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';

function codeOfStatus(status: number): ProblemCode {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 409) return 'conflict';
  if (status === 413) return 'body_too_large';
  if (status === 429) return 'rate_limited';
  if (status === 502 || status === 503 || status === 504) return 'unavailable';
  if (status >= 400 && status < 500) return 'invalid_request';
  return 'internal_error';
}

/**
 * Turns an answer that is not a success into the error it stands for: a problem document word for word,
 * an error object of the sign-in library by its message, anything else by its status.
 * @param retryAfter the `Retry-After` header in seconds, kept in `headers`.
 */
export function readProblem(status: number, body: string, retryAfter: string | null): ProblemError {
  const headers: Record<string, string> = retryAfter ? { 'retry-after': retryAfter } : {};
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    json = null;
  }
  const said = (typeof json === 'object' ? json : null) as Partial<Problem> & { message?: unknown };
  if (said && isCode(said.code)) {
    const { code, detail, errors, extra } = said;
    return new ProblemError(code, detail, { errors, extra, headers });
  }
  const code = codeOfStatus(status);
  const message = typeof said?.message === 'string' && said.message !== '' ? said.message : PROBLEMS[code].title;
  return new ProblemError(code, message, { headers });
}

function isCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(PROBLEMS, code);
}
