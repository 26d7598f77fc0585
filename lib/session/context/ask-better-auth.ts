import type { ProblemCode } from '#lib/contract/problems/problem-codes.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import { requestOrigin } from './request-origin.ts';
import { revealOutage } from './reveal-outage.ts';
import type { SessionContext } from './session-context.ts';

const CODES: Record<number, ProblemCode> = {
  400: 'invalid_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  422: 'invalid_request',
  429: 'rate_limited',
};

/** What better-auth says of a wrong or missing second step, in words for the person. */
const WORDS: Record<string, string> = {
  INVALID_CODE: 'The code is wrong. Use the latest code from your app, and check that the clock of your phone is right.',
  INVALID_BACKUP_CODE: 'This backup code is wrong or was already used.',
  INVALID_TWO_FACTOR_COOKIE: 'The sign-in took too long. Sign in with your password again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Sign in with your password again.',
  INVALID_PASSWORD: 'The password is wrong.',
  INVALID_EMAIL_OR_PASSWORD: 'The e-mail address or the password is wrong.',
};

/**
 * Asks better-auth for one of its addresses, at the origin the browser knows us by, whatever address Next gave the request.
 * @param path below `/api/auth`, e.g. `/sign-in/email`
 * @param options.fresh without the request's cookies
 * @param options.onlyCookie `name=value` instead of the request's cookies
 * @param options.mayRepeat asked once more when its connection to the database breaks: for what does no harm when it is done twice
 * @throws ProblemError for every answer of 400 or more
 */
export async function askBetterAuth(
  context: SessionContext,
  request: Request,
  path: string,
  body: unknown,
  options: { fresh?: boolean; onlyCookie?: string; mayRepeat?: boolean } = {},
): Promise<Response> {
  const base = requestOrigin(request, context.origin);
  const headers = new Headers(request.headers);
  headers.set('host', new URL(base).host);
  headers.set('content-type', 'application/json');
  for (const name of ['content-length', 'transfer-encoding', 'content-encoding']) headers.delete(name);
  if (options.fresh) {
    headers.set('origin', base);
    headers.delete('cookie');
  }
  if (options.onlyCookie !== undefined) headers.set('cookie', options.onlyCookie);
  const ask = async () => {
    const asked = new Request(`${base}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return context.auth.handler(asked);
  };
  let response = await ask().catch((error) => {
    if (options.mayRepeat && findOutage(error)) return null;
    throw error;
  });
  if (!response || response.status >= 500) {
    await revealOutage(context.database);
    if (!response || options.mayRepeat) response = await ask();
  }
  if (response.status >= 400) throw await asProblem(response);
  return response;
}

/** The headers of a request as better-auth shall see them when it is called without HTTP. */
export function headersAtOrigin(context: SessionContext, request: Request): Headers {
  const headers = new Headers(request.headers);
  headers.set('host', new URL(requestOrigin(request, context.origin)).host);
  return headers;
}

/** Our own answer with the cookies that better-auth set, and more of them. */
export function answerWithCookies(body: unknown, from: Response | Headers, more: readonly string[] = [], status = 200): Response {
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  const given = from instanceof Response ? from.headers : from;
  for (const cookie of [...given.getSetCookie(), ...more]) headers.append('set-cookie', cookie);
  return new Response(JSON.stringify(body), { status, headers });
}

async function asProblem(response: Response): Promise<ProblemError> {
  const { message, code: word } = (await response.json().catch(() => ({}))) as { message?: string; code?: string };
  const code = CODES[response.status] ?? 'internal_error';
  const known = word === undefined ? undefined : WORDS[word];
  if (known) return new ProblemError(code, known);
  if (code === 'unauthenticated') return new ProblemError(code, WORDS.INVALID_EMAIL_OR_PASSWORD);
  return new ProblemError(code, code === 'internal_error' ? undefined : message);
}

/**
 * The answer with `Secure` on its cookies when the request came by https, as a trusted proxy says. Where the public address is
 * https they have it already.
 */
export function withSecureCookies(context: SessionContext, request: Request, response: Response): Response {
  const cookies = response.headers.getSetCookie();
  if (cookies.length === 0 || !requestOrigin(request, context.origin).startsWith('https:')) return response;
  const headers = new Headers(response.headers);
  headers.delete('set-cookie');
  for (const cookie of cookies) headers.append('set-cookie', /;\s*secure\b/i.test(cookie) ? cookie : `${cookie}; Secure`);
  return new Response(response.body, { status: response.status, headers });
}
