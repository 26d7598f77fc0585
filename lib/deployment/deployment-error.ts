import type { ProblemCode } from '#lib/contract/problems/problem-codes.ts';
import { PROBLEMS } from '#lib/contract/problems/problem-codes.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { parseAnswer } from './parse-answer.ts';
import type { Redactor } from './redact-key.ts';

/** Why a call failed, in words of the connection: `tls`, `wrong_key` and `redirect` need a person; the rest may pass. */
export type DeploymentTrouble = 'unreachable' | 'timeout' | 'tls' | 'wrong_key' | 'redirect' | 'rate_limited' | 'server_error' | 'refused';

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
  /** True when the deployment may have done what it was asked to, although no answer came that says so. */
  unsure = false;
  /** True when the connection broke after the deployment had got a whole file, before it answered: perhaps the file ended it. */
  cutOff = false;
  /** After a cut-off: true when the sender is sure that it sent nothing else meanwhile. */
  sentAlone = false;

  constructor(
    code: ProblemCode,
    detail: string,
    facts: { trouble: DeploymentTrouble; status?: number; retryAfterMs?: number | null; cause?: unknown; extra?: Record<string, unknown> },
  ) {
    super(code, detail, { cause: facts.cause, ...(facts.extra ? { extra: facts.extra } : {}) });
    this.trouble = facts.trouble;
    this.remoteStatus = facts.status ?? null;
    // 409 with Retry-After: another request with this idempotency key is under way, perhaps one that a crash cut off
    const busy = facts.status === 409 && typeof facts.retryAfterMs === 'number';
    this.temporary = busy || ['unreachable', 'timeout', 'rate_limited', 'server_error'].includes(facts.trouble);
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH)/;

/** What a failed connection means. */
export function fromNetworkError(error: unknown, timedOut: boolean): DeploymentError {
  if (error instanceof DeploymentError) return error;
  const code = codeOf(error);
  if (timedOut) {
    return new DeploymentError('deployment_unreachable', 'The document service did not answer in time.', {
      trouble: 'timeout',
      cause: error,
    });
  }
  if (TLS.test(code)) {
    return new DeploymentError('deployment_unreachable', 'No secure connection to the document service: its certificate is not accepted.', {
      trouble: 'tls',
      cause: error,
    });
  }
  return new DeploymentError('deployment_unreachable', 'The document service cannot be reached. Check its address and the network.', {
    trouble: 'unreachable',
    cause: error,
  });
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

/** Codes of our own service that say more than the HTTP status and mean the same to the desk. */
const PASSED_ON = new Set<ProblemCode>([
  'not_found',
  'method_not_allowed',
  'document_not_processed',
  'document_not_ready',
  'conflict',
  'idempotency_conflict',
  'file_too_large',
  'unsupported_media_type',
  'empty_file',
  'file_missing',
  'invalid_metadata',
  'invalid_request',
  'upload_interrupted',
  'extraction_failed',
]);
const BY_STATUS: Record<number, ProblemCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'document_not_processed',
  409: 'conflict',
  413: 'file_too_large',
  415: 'unsupported_media_type',
};

/**
 * What an answer outside 200 to 299 means.
 * @param body as it came: JSON, HTML, text or nothing
 * @param redact takes out of its message what escapes have hidden in `body`
 */
export function fromAnswer(status: number, headers: Headers, body: string, redact: Redactor): DeploymentError {
  const { code, message } = redact.value(readErrorBody(body, headers.get('content-type') ?? ''));
  const said = message ? ` It says: ${message}` : '';
  const retryAfterMs = readRetryAfter(headers);
  const facts = { status, retryAfterMs, extra: { status } };
  if (status === 401 || status === 403) {
    return new DeploymentError('deployment_refused', `The document service does not accept the API key.${said}`, {
      ...facts,
      trouble: 'wrong_key',
    });
  }
  if (status === 429)
    return new DeploymentError('rate_limited', `The document service is limiting requests.${said}`, { ...facts, trouble: 'rate_limited' });
  if (status >= 500) {
    return new DeploymentError('deployment_unreachable', `The document service has a problem (HTTP ${status}).${said}`, {
      ...facts,
      trouble: 'server_error',
    });
  }
  if (status >= 300 && status < 400) {
    return new DeploymentError('deployment_refused', 'The document service answers with a redirect. Use the address it leads to.', {
      ...facts,
      trouble: 'redirect',
    });
  }
  const known = code && PASSED_ON.has(code as ProblemCode) ? (code as ProblemCode) : BY_STATUS[status];
  return new DeploymentError(
    known ?? 'deployment_refused',
    message || (known ? PROBLEMS[known].title : `The document service refused the request (HTTP ${status}).`),
    {
      ...facts,
      trouble: 'refused',
    },
  );
}

/** Milliseconds of a `Retry-After` header in seconds or as a date, or null. At most an hour. */
function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim();
  if (!text) return null;
  // a date is meant by the deployment's clock, which may be another time than ours
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : null;
}

/** The message in an error body of any kind, one line, at most 300 characters; empty when there is none. */
export function readErrorBody(body: string, contentType: string): { code: string | null; message: string } {
  const text = body.trim();
  if (text.startsWith('{') || text.startsWith('[') || text.startsWith('"')) {
    try {
      const json: unknown = parseAnswer(text);
      const code = (json as { code?: unknown } | null)?.code;
      return { code: typeof code === 'string' ? code : null, message: oneLine(findMessage(json, 0) ?? '') };
    } catch {
      // not JSON after all
    }
  }
  if (/html/i.test(contentType) || /^<(!doctype|html|head|body)/i.test(text)) {
    const title = /<title[^>]*>([^<]*)<\/title>|<h1[^>]*>([^<]*)<\/h1>/i.exec(text);
    return { code: null, message: oneLine(title?.[1] ?? title?.[2] ?? '') };
  }
  return { code: null, message: oneLine(text) };
}

function findMessage(json: unknown, depth: number): string | null {
  if (typeof json === 'string') return json;
  if (depth > 4 || typeof json !== 'object' || json === null) return null;
  if (Array.isArray(json)) return findMessage(json[0], depth + 1);
  const object = json as Record<string, unknown>;
  for (const key of ['detail', 'message', 'error_description', 'error', 'errors', 'msg', 'reason', 'title', 'description']) {
    const found = key in object ? findMessage(object[key], depth + 1) : null;
    if (found) return found;
  }
  return null;
}

function oneLine(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
