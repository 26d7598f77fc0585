import { PROBLEMS } from '#lib/contract/problems/problem-codes.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { ConnectionError } from './connection-error.ts';

/** The sentence to show for anything thrown by a request. */
export function errorMessage(error: unknown): string {
  if (error instanceof ProblemError || error instanceof ConnectionError) return error.message;
  return PROBLEMS.internal_error.title;
}

/** True when the same request may succeed later without a change: no answer, too many requests, or a server in trouble. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ProblemError && (error.status >= 500 || error.status === 429);
}

/** The message of each wrong input by its JSON Pointer; empty when the error names none. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError)) return {};
  return Object.fromEntries((error.errors ?? []).map(({ pointer, message }) => [pointer, message]));
}
