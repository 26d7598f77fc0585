import type { ProblemCode } from '#lib/contract/problems/problem-codes.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';

/**
 * Why a call failed, in words of the connection: `tls`, `wrong_protocol`, `wrong_key`, `forbidden` and `redirect` need a person; the
 * rest may pass.
 */
export type DeploymentTrouble =
  | 'unreachable'
  | 'timeout'
  | 'tls'
  | 'wrong_protocol'
  | 'wrong_key'
  | 'forbidden'
  | 'redirect'
  | 'rate_limited'
  | 'server_error'
  | 'refused';

/** What a deployment that has no name yet is called. */
export const NAMELESS = 'The document service';

/**
 * A call to a deployment that failed. As a `ProblemError` it can be shown as it is; codes that would mislead the browser
 * (the deployment's 401 is not the person's) are never passed on.
 */
export class DeploymentError extends ProblemError {
  override name = 'DeploymentError';
  readonly trouble: DeploymentTrouble;
  /** HTTP status the deployment gave, or null when there was no answer. */
  readonly remoteStatus: number | null;
  /** True when the same call may succeed later without anyone doing something. */
  readonly temporary: boolean;
  /** What the deployment asked us to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** What the deployment said of it in its own words; empty when it said nothing. */
  readonly said: string;
  /** True when the deployment may have done what it was asked to, although no answer came that says so. */
  unsure = false;
  /** True when a file was not sent to its end, or not sent at all: the deployment has made nothing of it. */
  neverArrived = false;
  /** True when the connection broke after the deployment had got a whole file, before it answered: perhaps the file ended it. */
  cutOff = false;
  /** After a cut-off: true when the sender is sure that it sent nothing else meanwhile. */
  sentAlone = false;

  constructor(
    code: ProblemCode,
    detail: string,
    facts: {
      trouble: DeploymentTrouble;
      status?: number;
      retryAfterMs?: number | null;
      said?: string;
      cause?: unknown;
      extra?: Record<string, unknown>;
    },
  ) {
    super(code, detail, { cause: facts.cause, ...(facts.extra ? { extra: facts.extra } : {}) });
    this.trouble = facts.trouble;
    this.remoteStatus = facts.status ?? null;
    this.said = facts.said ?? '';
    // 409 with Retry-After: another request with this idempotency key is under way, perhaps one that a crash cut off
    const busy = facts.status === 409 && typeof facts.retryAfterMs === 'number';
    this.temporary = busy || ['unreachable', 'timeout', 'rate_limited', 'server_error'].includes(facts.trouble);
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

/** The innermost error code of a failed fetch. */
export function codeOf(error: unknown): string {
  for (
    let at = error as { code?: unknown; cause?: unknown } | undefined, depth = 0;
    at && depth < 5;
    at = at.cause as typeof at, depth += 1
  ) {
    if (typeof at.code === 'string') return at.code;
  }
  return '';
}
