import { z } from 'zod';
import { ProblemError } from '#lib/contract/problem-error.ts';
import { ConnectionError } from './connection-error.ts';
import { readProblem } from './read-problem.ts';

// zod's fast path compiles code at run time, which our content security policy forbids.
z.config({ jitless: true });

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
    return await fetch(path, {
      method,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      credentials: 'same-origin',
      cache: 'no-store',
      keepalive,
    });
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
 * Asks for JSON and checks it against `schema`.
 * @throws ProblemError for an answer that is a problem or not what the contract says; ConnectionError when none comes.
 */
export async function requestJson<S extends z.ZodType>(schema: S, path: string, options: RequestOptions = {}): Promise<z.output<S>> {
  const response = await send(path, options);
  await require2xx(response);
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    throw new ProblemError('internal_error', 'The desk answered in a form this page does not know. Reload the page.', {
      cause: parsed.error,
    });
  }
  return parsed.data;
}

/** Sends a request whose answer's body does not matter. Throws as `requestJson`. */
export async function requestNothing(path: string, options: RequestOptions = {}): Promise<void> {
  await require2xx(await send(path, options));
}
