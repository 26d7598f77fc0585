import { types } from 'node:util';

/** True for an error, also for one of another realm: Next runs some code in one, and its errors are not of our class. */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value) || value instanceof Error;
}
