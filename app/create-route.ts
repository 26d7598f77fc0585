import { ZodError, type z } from 'zod';
import type { Role } from '#lib/contract/desk/user.ts';
import { findJsonFault } from '#lib/contract/json/find-json-fault.ts';
import { JsonError, readJson as parseJson } from '#lib/contract/json/read-json.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { problemErrors } from '#lib/contract/problems/problem-errors.ts';
import { recordAuditSession, withAuditOrigin } from '#lib/desk/audit/audit-origin.ts';
import { readText } from '#lib/platform/http/read-text.ts';
import { toProblem } from '#lib/platform/http/to-problem.ts';
import { findOpenSpan } from '#lib/platform/trace-context.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/session/context/client-address.ts';
import type { SignedInUser } from '#lib/session/create-sessions.ts';
import { type Backend, getBackend, getLog } from './backend.ts';

type Parameters = Record<string, string | string[]>;
type Context<P extends Parameters> = { params: Promise<P> };
export type RouteInput<P extends Parameters> = { request: Request; params: P; query: URLSearchParams; backend: Backend };

/**
 * A route that anyone may ask. What `answer` returns becomes JSON with status 200, unless it is a Response.
 * Every error becomes a problem document.
 */
export function createOpenRoute<P extends Parameters>(answer: (input: RouteInput<P>) => Promise<unknown>) {
  return async (request: Request, context: Context<P>): Promise<Response> => {
    try {
      const backend = await getBackend();
      const params = await context.params;
      if (findJsonFault(params) !== null) throw new ProblemError('not_found', 'There is nothing at this address.');
      const query = new URL(request.url).searchParams;
      const fault = findJsonFault([...query]);
      if (fault !== null) throw new ProblemError('invalid_request', `The query is not valid. ${fault}`);
      const origin = { address: request.headers.get(CLIENT_ADDRESS_HEADER), session: null };
      const body = await withAuditOrigin(origin, () => answer({ request, params, query, backend }));
      return body instanceof Response ? body : json(body);
    } catch (error) {
      return answerProblem(error, request);
    }
  };
}

/**
 * A route for signed-in people whose role is at least `role`; state-changing requests must come from our own origin.
 * @param options.withoutTwoFactor also for people who must still switch two-factor on
 */
export function createRoute<P extends Parameters>(
  role: Role,
  answer: (input: RouteInput<P> & { user: SignedInUser }) => Promise<unknown>,
  options: { withoutTwoFactor?: boolean } = {},
) {
  return createOpenRoute<P>(async (input) => {
    const user = await input.backend.sessions.requireUser(input.request, role, options);
    recordAuditSession(user.sessionId);
    return answer({ ...input, user });
  });
}

/** A JSON answer that no cache keeps. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } });
}

const MAX_JSON_BYTES = 4 * 1024 * 1024;

/** Reads a JSON body and checks it. @throws ProblemError `malformed_body`, `body_too_large`, `invalid_request` with the pointer of each fault */
export async function readBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  return check(schema, await readJson(request));
}

/** Reads a JSON body. @param maxBytes 4 MB by default @throws ProblemError `malformed_body`, `body_too_large`, `invalid_request` */
export async function readJson(request: Request, maxBytes = MAX_JSON_BYTES): Promise<unknown> {
  const text = await readText(request, maxBytes);
  try {
    return parseJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    if (!cause.isJson) throw new ProblemError('malformed_body', 'The body is not JSON.', { cause });
    throw new ProblemError('invalid_request', `The body is not valid. ${cause.message}`, { cause });
  }
}

/** Checks query parameters; repeated names become arrays, empty ones count as absent. @throws ProblemError `invalid_request` */
export function readQuery<S extends z.ZodType>(query: URLSearchParams, schema: S): z.output<S> {
  const names = new Set(query.keys());
  const values = [...names].map((name) => {
    const all = query.getAll(name).filter((value) => value !== '');
    return [name, all.length > 1 ? all : all[0]] as const;
  });
  return check(schema, Object.fromEntries(values.filter(([, value]) => value !== undefined)));
}

function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error);
}

function invalid(error: ZodError): ProblemError {
  const errors = problemErrors(error);
  return new ProblemError('invalid_request', errors[0] ? `${errors[0].pointer || 'The request'}: ${errors[0].message}` : undefined, {
    errors,
  });
}

/** Any error as a problem document. What is not meant for the person is logged under an id and told only as that id. */
export function answerProblem(error: unknown, request: Request): Response {
  const asked = { method: request.method, path: new URL(request.url).pathname, isAborted: request.signal.aborted };
  const problem = error instanceof ZodError ? invalid(error) : toProblem(error, getLog(), asked);
  findOpenSpan()?.set({ 'countersign.problem': problem.code });
  const headers = { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...problem.headers };
  return new Response(JSON.stringify(problem.toProblem()), { status: problem.status, headers });
}
