import type { ZodError } from 'zod';
import { jsonPointer } from '../json/json-pointer.ts';
import type { Problem } from './problem.ts';

/** Faults that are told of one request. */
const MOST_ERRORS = 50;

/** The faults of a check with the JSON Pointer of each. @param prefix pointer of what was checked, e.g. `/query` */
export function problemErrors(error: ZodError, prefix = ''): NonNullable<Problem['errors']> {
  return error.issues.slice(0, MOST_ERRORS).map(({ path, message }) => ({ pointer: prefix + jsonPointer(path), message }));
}
