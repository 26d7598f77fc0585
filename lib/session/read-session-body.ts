import type { z } from 'zod';
import { ProblemError } from '#lib/contract/problem-error.ts';
import { readText } from '#lib/platform/read-text.ts';

/** Addresses, passwords and tokens are far smaller. */
const MAX_BODY_BYTES = 64 * 1024;

/** Reads the JSON body of somebody who may not be signed in. @throws ProblemError `malformed_body`, `body_too_large`, `invalid_request` */
export async function readSessionBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const text = await readText(request, MAX_BODY_BYTES);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ProblemError('malformed_body', 'The body is not JSON.', { cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({
    pointer: issue.path.map((part) => `/${String(part)}`).join(''),
    message: issue.message,
  }));
  throw new ProblemError('invalid_request', errors[0]?.message, { errors });
}
