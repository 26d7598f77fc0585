import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { type Caller, findApiKey } from '../context/api-keys.ts';
import type { ServiceEnv } from './service-app.ts';

const BEARER = /^Bearer +([\x21-\x7e]{1,500})$/i;

/**
 * So long the key of the configuration is not looked up again: the desk itself calls with it, several times for each document. Nobody can
 * revoke it before another takes its place in the configuration.
 */
const KNOWN_MS = 2_000;

/** Lets only callers with a valid key pass. A missing, malformed, wrong and revoked key get the same answer after the same steps. */
export function authenticate(database: Database) {
  let own: { hash: Buffer; caller: Caller; at: number } | null = null;
  const find = async (key: string): Promise<Caller | null> => {
    const hash = createHash('sha256').update(key).digest();
    if (own && performance.now() - own.at < KNOWN_MS && timingSafeEqual(own.hash, hash)) return own.caller;
    const at = performance.now();
    const caller = await findApiKey(database, key);
    if (caller && !caller.isLimited) own = { hash, caller, at };
    return caller;
  };
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const key = BEARER.exec(c.req.header('authorization') ?? '')?.[1];
    const owner = await find(key ?? '');
    if (!owner) {
      throw new ProblemError('unauthenticated', 'Send a valid API key: "Authorization: Bearer <API_KEY>".', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    c.set('apiKey', owner);
    await next();
  });
}
