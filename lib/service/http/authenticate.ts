import { createMiddleware } from 'hono/factory';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { findApiKey } from '../context/api-keys.ts';
import type { ServiceEnv } from './service-app.ts';

const BEARER = /^Bearer +([\x21-\x7e]{1,500})$/i;

/** Lets only callers with a valid key pass. A missing, malformed, wrong and revoked key get the same answer after the same steps. */
export function authenticate(database: Database) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const key = BEARER.exec(c.req.header('authorization') ?? '')?.[1];
    const owner = await findApiKey(database, key ?? '');
    if (!owner) {
      throw new ProblemError('unauthenticated', 'Send a valid API key: "Authorization: Bearer <API_KEY>".', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    c.set('apiKey', owner);
    await next();
  });
}
