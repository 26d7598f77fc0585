import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { ProblemError } from '#lib/contract/problem-error.ts';
import type { SessionState } from '#lib/contract/user.ts';
import type { Database } from '#lib/platform/database.ts';
import { findSecret, removeSecret } from '#lib/platform/secrets.ts';
import { signIn } from './answer-auth.ts';
import type { Auth } from './create-auth.ts';
import { createUser, newUserSchema } from './create-user.ts';
import type { OriginOptions } from './request-origin.ts';
import { users } from './tables.ts';

/** Any number; held while the first account is made, so that two browsers cannot both be first. */
const SET_UP_LOCK = 7_305_020;

const setUpSchema = newUserSchema.extend({ token: z.string().max(200).optional() });

/**
 * Makes the first account, an admin, and signs it in. The count of accounts is taken inside the transaction, under a lock.
 * @returns 201 with the `SessionState` and the session cookie
 * @throws ProblemError `invalid_request`, `conflict` (there is an account), `forbidden` (wrong token)
 */
export async function setUp(options: {
  auth: Auth;
  database: Database;
  dataDir: string;
  origin: OriginOptions;
  request: Request;
  body: unknown;
  tokenNeeded: boolean;
}): Promise<Response> {
  const parsed = setUpSchema.safeParse(options.body);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => ({ pointer: `/${issue.path.join('/')}`, message: issue.message }));
    throw new ProblemError('invalid_request', errors[0]?.message, { errors });
  }
  const { token, ...account } = parsed.data;
  const user = await options.database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${SET_UP_LOCK})`);
    const [existing] = await transaction.select({ id: users.id }).from(users).limit(1);
    if (existing) throw new ProblemError('conflict', 'The desk has been set up already. Sign in instead.');
    if (options.tokenNeeded && !isToken(token, findSecret(options.dataDir, 'set-up-token'))) {
      throw new ProblemError('forbidden', 'The set-up token is not right. It stands where the desk was started.', {
        errors: [{ pointer: '/token', message: 'This is not the set-up token.' }],
      });
    }
    return createUser(options.auth, transaction, { ...account, role: 'admin' });
  });
  removeSecret(options.dataDir, 'set-up-token');
  const signedIn = await signIn(options.auth, options.request, options.origin, account);
  const state: SessionState = { user, set_up: false, set_up_token_needed: false };
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  for (const cookie of signedIn.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return new Response(JSON.stringify(state), { status: 201, headers });
}

function isToken(given: string | undefined, expected: string | null): boolean {
  if (!given || !expected) return false;
  const a = Buffer.from(given.trim());
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
