import { createMiddleware } from 'hono/factory';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { createKeyLimiter } from './key-limiter.ts';
import { pathOf } from './paths.ts';
import { scopesOf } from './scopes-of.ts';
import type { ServiceEnv } from './service-app.ts';

/**
 * Lets a key do only what its scopes allow, and not more often than the limit.
 * @param requestsPerMinute of one key; 0 = no limit. Counted in this process.
 */
export function authorize(requestsPerMinute: number) {
  const limiter = createKeyLimiter(requestsPerMinute);
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const { id, scopes, isLimited } = c.get('apiKey');
    const wait = isLimited ? limiter.take(id) : 0;
    if (wait > 0) {
      throw new ProblemError(
        'rate_limited',
        `This key may make at most ${requestsPerMinute} requests in a minute. Try again in ${wait} s.`,
        {
          headers: { 'retry-after': String(wait) },
        },
      );
    }
    const needed = scopesOf(c.req.method, pathOf(c), Object.keys(c.req.query()));
    const missing = needed.filter((scope) => !scopes.includes(scope));
    if (missing.length > 0) {
      throw new ProblemError(
        'forbidden',
        `This key may not do that: it needs the scope ${missing.map((scope) => `“${scope}”`).join(' and ')}.`,
      );
    }
    await next();
  });
}
