import type { ProblemCode } from '#lib/contract/problems/problem-codes.ts';
import { PROBLEMS } from '#lib/contract/problems/problem-codes.ts';
import { DeploymentError, NAMELESS } from './deployment-error.ts';
import { readErrorBody } from './read-error-body.ts';
import type { Redactor } from './redact-key.ts';

/** What servers say who got plain HTTP at a port for TLS. */
const PLAIN_TO_TLS = /plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server/i;
const LONGEST_TARGET = 200;
/** What follows the address of a deployment. */
const PATH_OF_INTERFACE = /(\/v1)?\/(documents|extractions|summaries)(\/.*)?$/;

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
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'document_not_processed',
  409: 'conflict',
  413: 'file_too_large',
  415: 'unsupported_media_type',
  422: 'invalid_request',
};

/** An answer outside 200 to 299. `body` as it came: JSON, HTML, text or nothing. */
type Refusal = { status: number; headers: Headers; body: string };
/** `name` of the deployment, in quotes; `redact` takes out of its message what escapes have hidden in the body. */
type Asked = { name?: string | undefined; redact: Redactor };

/** What an answer outside 200 to 299 means. */
export function fromAnswer({ status, headers, body }: Refusal, { name = NAMELESS, redact }: Asked): DeploymentError {
  const { code, message } = redact.value(readErrorBody(body, headers.get('content-type') ?? ''));
  const retryAfterMs = readRetryAfter(headers);
  const make = (problem: ProblemCode, trouble: DeploymentError['trouble'], detail: string) =>
    new DeploymentError(problem, detail, { trouble, status, retryAfterMs, said: message, extra: { status } });
  const said = message ? ` It says: ${message}` : '';
  if (status === 401) return make('deployment_refused', 'wrong_key', `${name} does not accept the API key.${said}`);
  if (status === 403) return make('deployment_refused', 'forbidden', `${name} does not allow this with the API key.${said}`);
  if (status === 429) return make('rate_limited', 'rate_limited', `${name} is limiting requests.${said}`);
  if (status >= 500) return make('deployment_unreachable', 'server_error', `${name} has a problem (HTTP ${status}).${said}`);
  if (status >= 300 && status < 400) {
    const target = redact.text(findTarget(headers));
    return make(
      'deployment_refused',
      'redirect',
      `${name} answers with a redirect${target ? ` to ${target}` : ''}. Use the address it leads to.`,
    );
  }
  if (status === 400 && PLAIN_TO_TLS.test(body))
    return make('deployment_refused', 'wrong_protocol', `${name} expects encryption at this port. Use https://.`);
  const known = code && PASSED_ON.has(code as ProblemCode) ? (code as ProblemCode) : BY_STATUS[status];
  return make(known ?? 'deployment_refused', 'refused', tellRefusal({ status, name, message, known }));
}

/** In its own words, as those of the deployment that has a name. */
function tellRefusal({ status, name, message, known }: { status: number; name: string; message: string; known: ProblemCode | undefined }) {
  const isNamed = name !== NAMELESS;
  if (message) return isNamed ? `${name} says: ${message}` : message;
  return known && !isNamed ? PROBLEMS[known].title : `${name} refused the request (HTTP ${status}).`;
}

/** Where a redirect leads, without what may be secret in it; empty when it does not say. */
function findTarget(headers: Headers): string {
  const location = headers.get('location') ?? '';
  if (!URL.canParse(location)) return '';
  const { origin, pathname } = new URL(location);
  return `${origin}${pathname.replace(PATH_OF_INTERFACE, '').replace(/\/$/, '')}`.slice(0, LONGEST_TARGET);
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
