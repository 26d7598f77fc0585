import { isError } from './is-error.ts';

/** What went wrong: drizzle puts the statement and its parameters into the message; the cause has what matters. */
export function findReason(error: Error): Error {
  return isError(error.cause) && error.message.startsWith('Failed query') ? error.cause : error;
}
