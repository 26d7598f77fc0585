import type { z } from 'zod';
import { JsonError, readJson } from '#lib/contract/json/read-json.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { problemErrors } from '#lib/contract/problems/problem-errors.ts';
import { readText } from '#lib/platform/http/read-text.ts';

/** Addresses, passwords and tokens are far smaller. */
const MAX_BODY_BYTES = 64 * 1024;

/** Reads the JSON body of somebody who may not be signed in. @throws ProblemError `malformed_body`, `body_too_large`, `invalid_request` */
export async function readSessionBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const text = await readText(request, MAX_BODY_BYTES);
  let value: unknown;
  try {
    value = readJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    throw new ProblemError(cause.isJson ? 'invalid_request' : 'malformed_body', `The body is not valid. ${cause.message}`, { cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = problemErrors(parsed.error);
  throw new ProblemError('invalid_request', errors[0]?.message, { errors });
}
