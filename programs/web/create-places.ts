import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { CLIENT_ADDRESS_HEADER, networkOf } from '#lib/session/context/client-address.ts';

/** How many requests may be in hand at a time; 0 = as many as come. */
export type PlaceLimits = { perKey: number; perAddress: number; inAll: number };

export type Places = {
  /**
   * Takes a place for a request until its answer is out or its client is gone.
   * @returns why there is none, or null
   */
  take: (request: IncomingMessage, response: ServerResponse) => ProblemError | null;
};

const RETRY_AFTER = { headers: { 'retry-after': '2' } };

/**
 * Keeps requests that take long, slow uploads most of all, from taking all connections to the service: each key and each
 * address has so many at a time, whether the key is right or not. Counted before a connection is taken.
 */
export function createPlaces(limits: PlaceLimits): Places {
  const inHand = new Map<string, number>();
  const isFull = (id: string, most: number) => most > 0 && (inHand.get(id) ?? 0) >= most;
  const change = (id: string, by: number) => {
    const count = (inHand.get(id) ?? 0) + by;
    if (count > 0) inHand.set(id, count);
    else inHand.delete(id);
  };

  return {
    take(request, response) {
      const key = keyOf(request);
      const address = `address ${networkOf(String(request.headers[CLIENT_ADDRESS_HEADER] ?? ''))}`;
      if (key !== null && isFull(key, limits.perKey))
        return new ProblemError(
          'rate_limited',
          `This key has ${limits.perKey} requests under way already. Wait for one to end.`,
          RETRY_AFTER,
        );
      if (isFull(address, limits.perAddress))
        return new ProblemError(
          'rate_limited',
          `Your address has ${limits.perAddress} requests under way already. Wait for one to end.`,
          RETRY_AFTER,
        );
      if (isFull('all', limits.inAll))
        return new ProblemError('unavailable', 'Too many requests are under way. Try again in a moment.', RETRY_AFTER);
      const taken = key === null ? [address, 'all'] : [key, address, 'all'];
      for (const id of taken) change(id, 1);
      const giveBack = () => {
        for (const id of taken.splice(0)) change(id, -1);
      };
      response.once('finish', giveBack);
      response.once('close', giveBack);
      return null;
    },
  };
}

/** The key that a request was sent with, unreadable, or null when it has none. */
export function keyOf(request: IncomingMessage): string | null {
  const { authorization } = request.headers;
  return authorization === undefined ? null : `key ${createHash('sha256').update(authorization).digest('base64url')}`;
}
