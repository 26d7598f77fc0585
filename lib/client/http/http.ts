import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { recordAnswer } from './connection.ts';
import { ConnectionError } from './connection-error.ts';
import { readProblem } from './read-problem.ts';
import { parseAnswer } from './share-structure.ts';

// zod, where a screen loads it, reads this: its fast path compiles code at run time, which our content security policy forbids.
const shared = globalThis as { __zod_globalConfig?: Record<string, unknown> };
shared.__zod_globalConfig ??= {};
shared.__zod_globalConfig.jitless = true;

const TIMEOUT_MS = 30_000;

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /** Milliseconds until the request counts as lost. */
  timeout?: number;
  /** Goes out even while the page is being left. */
  keepalive?: boolean;
};

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];

/** Appends query parameters; null, undefined, empty strings and empty lists are left out, lists repeat the name. */
export function withQuery(path: string, query: Record<string, QueryValue>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== '') parameters.append(name, String(one));
    }
  }
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', body, signal, timeout = TIMEOUT_MS, keepalive = false } = options;
  const limit = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(path, {
      method,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      credentials: 'same-origin',
      cache: 'no-store',
      keepalive,
    });
    recordAnswer(true);
    return response;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ConnectionError(
      limit.aborted ? 'The desk took too long to answer.' : 'The desk cannot be reached. Check that it is running.',
      {
        cause,
      },
    );
  }
}

async function require2xx(response: Response): Promise<void> {
  if (response.ok) return;
  throw readProblem(response.status, await response.text().catch(() => ''), response.headers.get('retry-after'));
}

/**
 * Asks for JSON. Its shape is what the desk's route promises by type: browser and desk are built from the same tree, so it is not
 * checked once more here; what is no JSON, such as a page of a proxy, is refused.
 * @throws ProblemError for an answer that is a problem or no JSON; ConnectionError when none comes.
 */
export async function requestJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(path, options);
  await require2xx(response);
  const body = parseAnswer(await response.text().catch(() => ''));
  if (typeof body !== 'object' || body === null) {
    throw new ProblemError('internal_error', 'The desk sent a response that this page does not understand. Reload the page.');
  }
  return body as T;
}

/** Asks for a file, whose body is read as it comes; `timeout` is for all of it. Throws as `requestJson`. */
export async function requestFile(path: string, options: RequestOptions = {}): Promise<Response> {
  const response = await send(path, options);
  await require2xx(response);
  return response;
}

/** Sends a request whose answer's body does not matter. Throws as `requestJson`. */
export async function requestNothing(path: string, options: RequestOptions = {}): Promise<void> {
  await require2xx(await send(path, options));
}
