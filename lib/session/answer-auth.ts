import { z } from 'zod';
import type { ProblemCode } from '#lib/contract/problem.ts';
import { ProblemError } from '#lib/contract/problem-error.ts';
import { roleSchema, type User } from '#lib/contract/user.ts';
import { readText } from '#lib/platform/read-text.ts';
import type { Auth } from './create-auth.ts';
import { type OriginOptions, requestOrigin } from './request-origin.ts';

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

/** What the desk's pages ask for; better-auth answers much more, of which nothing is needed. */
const SIGN_IN = '/api/auth/sign-in/email';
const METHODS: Record<string, string> = { [SIGN_IN]: 'POST', '/api/auth/sign-out': 'POST' };
/** An address and a password are far smaller. */
const MAX_BODY_BYTES = 64 * 1024;

const credentialsSchema = z.object({
  email: z.email('This is not an e-mail address.').max(254),
  password: z.string('Say the password.').min(1, 'Say the password.').max(1000),
});

/** The request as better-auth shall see it: at the origin the browser knows, whatever address Next gave it. */
function atOrigin(request: Request, origin: OriginOptions): { url: string; headers: Headers } {
  const seen = new URL(request.url);
  const base = requestOrigin(request, origin);
  const headers = new Headers(request.headers);
  headers.set('host', new URL(base).host);
  return { url: `${base}${seen.pathname}${seen.search}`, headers };
}

/**
 * Hands a sign-in or sign-out to better-auth and turns its refusals into problems.
 * @throws ProblemError for every answer of 400 or more; `not_found` for other addresses, `method_not_allowed`, `body_too_large`
 */
export async function answerAuth(options: {
  auth: Auth;
  origin: OriginOptions;
  request: Request;
  onSignIn: (user: User) => Promise<void>;
}): Promise<Response> {
  const { request } = options;
  const { pathname } = new URL(request.url);
  const method = Object.hasOwn(METHODS, pathname) ? METHODS[pathname] : undefined;
  if (!method) throw new ProblemError('not_found', 'There is nothing at this address.');
  if (request.method !== method) {
    throw new ProblemError('method_not_allowed', `This address takes ${method} only.`, { headers: { allow: method } });
  }
  const { url, headers } = atOrigin(request, options.origin);
  const text = await readText(request, MAX_BODY_BYTES);
  const body = JSON.stringify(pathname === SIGN_IN ? parseCredentials(text) : {});
  headers.set('content-type', 'application/json');
  for (const name of ['content-length', 'transfer-encoding', 'content-encoding']) headers.delete(name);
  const response = await options.auth.handler(new Request(url, { method, headers, body }));
  if (response.status >= 400) throw await asProblem(response);
  if (pathname === SIGN_IN) await options.onSignIn(userOf(await response.clone().json()));
  return response;
}

/** What better-auth gets to see of a body: it takes some that it then fails at. @throws ProblemError `malformed_body`, `invalid_request` */
function parseCredentials(text: string): z.output<typeof credentialsSchema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ProblemError('malformed_body', 'The body is not JSON.', { cause });
  }
  const parsed = credentialsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({
    pointer: issue.path.map((part) => `/${String(part)}`).join(''),
    message: issue.message,
  }));
  throw new ProblemError('invalid_request', errors[0]?.message, { errors });
}

/** Signs in with a password, for an account just made. */
export async function signIn(
  auth: Auth,
  request: Request,
  origin: OriginOptions,
  account: { email: string; password: string },
): Promise<Response> {
  const { headers } = atOrigin(request, origin);
  const base = requestOrigin(request, origin);
  headers.set('content-type', 'application/json');
  headers.set('origin', base);
  for (const name of ['cookie', 'content-length', 'transfer-encoding']) headers.delete(name);
  const body = JSON.stringify({ email: account.email, password: account.password });
  const response = await auth.handler(new Request(`${base}${SIGN_IN}`, { method: 'POST', headers, body }));
  if (response.status >= 400) throw await asProblem(response);
  return response;
}

async function asProblem(response: Response): Promise<ProblemError> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  const code = CODES[response.status] ?? 'internal_error';
  if (code === 'unauthenticated') return new ProblemError(code, 'The e-mail address or the password is wrong.');
  if (code === 'rate_limited') {
    const seconds = response.headers.get('x-retry-after') ?? '60';
    return new ProblemError(code, `Too many attempts. Try again in ${seconds} seconds.`, { headers: { 'retry-after': seconds } });
  }
  return new ProblemError(code, code === 'internal_error' ? undefined : message);
}

function userOf(body: unknown): User {
  const { user } = body as { user: User };
  return { id: user.id, name: user.name, email: user.email, role: roleSchema.catch('viewer').parse(user.role) };
}
