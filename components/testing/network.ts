import type { z } from 'zod';
import type { PageAnswer, PageRequest } from './answer-in-page.ts';

export type ApiRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  /** What the `:names` of the route stand for. */
  parameters: Record<string, string>;
  /** The body read as JSON, as `schema` has it; throws when it breaks the contract. */
  json<T extends z.ZodType>(schema: T): z.infer<T>;
};
type Handler = (request: ApiRequest) => PageAnswer | Promise<PageAnswer>;
type Route = { method: string; pattern: RegExp; names: string[]; handler: Handler };

let routes: Route[] = [];
/** Routes of tests that are over: what still comes on its way to them is nobody's fault. */
let left: Route[] = [];
let unanswered: string[] = [];

/**
 * Answers requests from now to the end of the test. What is said last counts.
 * @param route method and path, e.g. `GET /api/documents/:id`
 */
export function onRequest(route: string, handler: Handler): void {
  const [method = '', path = ''] = route.split(' ');
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  routes = [{ method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`), names, handler }, ...routes];
}

/** An answer in JSON that keeps to the contract; throws when it does not. */
export function json<T extends z.ZodType>(schema: T, value: z.input<T>, status = 200): PageAnswer {
  return { status, type: 'application/json', body: toBase64(new TextEncoder().encode(JSON.stringify(schema.parse(value)))) };
}

/** An answer that is text of any type, e.g. a picture as SVG. */
export function text(body: string, type: string): NonNullable<PageAnswer> {
  return { status: 200, type, body: toBase64(new TextEncoder().encode(body)) };
}

/** No answer: the network is down. */
export const NO_CONNECTION: PageAnswer = null;

/** Forgets all handlers; gives back the requests that none of them answered. */
export function resetNetwork(): string[] {
  left = [...routes, ...left];
  routes = [];
  const missed = unanswered;
  unanswered = [];
  return missed;
}

/** What `answerInPage` calls in the page that asks. */
export async function answerRequest({ method, url, body }: PageRequest): Promise<PageAnswer> {
  const { pathname, searchParams } = new URL(url);
  for (const { method: wanted, pattern, names, handler } of routes) {
    const match = wanted === method ? pattern.exec(pathname) : null;
    if (!match) continue;
    const parameters = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? '')]));
    try {
      return await handler({
        method,
        path: pathname,
        query: searchParams,
        parameters,
        json: (schema) => schema.parse(JSON.parse(new TextDecoder().decode(fromBase64(body ?? '')))),
      });
    } catch (error) {
      unanswered.push(`${method} ${pathname}: ${error instanceof Error ? error.message : error}`);
      return { status: 500, type: 'text/plain', body: '' };
    }
  }
  if (left.some((route) => route.method === method && route.pattern.test(pathname))) return NO_CONNECTION;
  unanswered.push(`${method} ${pathname}`);
  return { status: 501, type: 'text/plain', body: '' };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(body: string): Uint8Array {
  return Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
}
