import type { Problem } from './problem.ts';
import { PROBLEMS, type ProblemCode } from './problem-codes.ts';

/** An error that is meant for the caller: becomes a problem document with the status of its code. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly errors: Problem['errors'];
  readonly extra: Problem['extra'];
  /** Extra response headers, e.g. `retry-after`. */
  readonly headers: Record<string, string>;

  /** @param detail a sentence for the person: what happened and what to do. No path, no stack, no secret. */
  constructor(
    code: ProblemCode,
    detail?: string,
    options: { errors?: Problem['errors']; extra?: Problem['extra']; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail ?? PROBLEMS[code].title, { cause: options.cause });
    this.code = code;
    this.status = PROBLEMS[code].status;
    this.errors = options.errors;
    this.extra = options.extra;
    this.headers = options.headers ?? {};
  }

  toProblem(): Problem {
    const { title, status } = PROBLEMS[this.code];
    return {
      type: `urn:countersign:problem:${this.code}`,
      title,
      status,
      code: this.code,
      ...(this.message === title ? {} : { detail: this.message }),
      ...(this.errors ? { errors: this.errors } : {}),
      ...(this.extra ? { extra: this.extra } : {}),
    };
  }
}
