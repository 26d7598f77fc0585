import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Log } from '#lib/platform/log.ts';
import { CLIENT_ADDRESS_HEADER, networkOf } from '#lib/session/context/client-address.ts';
import { keyOf } from './create-places.ts';

/** Wrong keys from one address in a window from which on it waits; keys that were right here go on. */
const MOST_WRONG = 60;
const WINDOW_MS = 60_000;
/** Addresses and keys beyond so many are forgotten. */
const MOST_KNOWN = 10_000;

/** What the service answers whatever the key: says nothing about it. */
const OPEN = /^\/v1\/(health|openapi\.json|docs)\b/;

export type WrongKeys = {
  /** Looks at a request before it is handed over and at its answer. @returns why it may not go on, or null */
  watch: (request: IncomingMessage, response: ServerResponse) => ProblemError | null;
};

/**
 * Limits how often an address may try keys that are wrong, and writes into the log who does. A key that the service took
 * since the start is not held up, so that nobody behind the same address suffers.
 */
export function watchWrongKeys(log: Log, now: () => number = Date.now): WrongKeys {
  const wrong = new Map<string, { count: number; endsAt: number }>();
  const good = new Set<string>();

  function recordWrong(address: string): void {
    const at = now();
    const known = wrong.get(address);
    const entry = known && known.endsAt > at ? known : { count: 0, endsAt: at + WINDOW_MS };
    entry.count += 1;
    if (wrong.size >= MOST_KNOWN) wrong.clear();
    wrong.set(address, entry);
    if (entry.count === 1) log.warn('an API key was refused', { address });
    if (entry.count === MOST_WRONG) log.warn('an address is held up for wrong API keys', { address, refused: entry.count });
  }

  return {
    watch(request, response) {
      const key = keyOf(request);
      if (key === null) return null;
      const address = networkOf(String(request.headers[CLIENT_ADDRESS_HEADER] ?? ''));
      const entry = wrong.get(address);
      if (entry && entry.count >= MOST_WRONG && entry.endsAt > now() && !good.has(key)) {
        const seconds = Math.max(1, Math.ceil((entry.endsAt - now()) / 1000));
        return new ProblemError('rate_limited', `Too many wrong API keys came from your address. Try again in ${seconds} seconds.`, {
          headers: { 'retry-after': String(seconds) },
        });
      }
      response.once('finish', () => {
        if (response.statusCode === 401) {
          good.delete(key);
          recordWrong(address);
        } else if (response.statusCode < 400 && !OPEN.test(request.url ?? '')) {
          if (good.size >= MOST_KNOWN) good.clear();
          good.add(key);
        }
      });
      return null;
    },
  };
}
