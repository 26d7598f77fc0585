import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { SessionState } from '#lib/contract/desk/user.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { takeAdvisoryLock } from '#lib/platform/database/advisory-locks.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { removeSecret } from '#lib/platform/secrets.ts';
import { answerWithCookies } from './context/ask-better-auth.ts';
import { addressOf } from './context/client-address.ts';
import type { SessionContext } from './context/session-context.ts';
import { createUser, newUserSchema } from './people/create-user.ts';
import { hasPeople } from './people/has-people.ts';
import { requireGoodPassword } from './people/password-rules.ts';
import { takeNewPasswordAttempt } from './sign-in/limit-sign-in.ts';
import { signInAtOnce } from './sign-in/sign-in.ts';

const setUpSchema = newUserSchema.extend({ token: z.string().max(200).optional() });

/**
 * Makes the first account, an admin, and signs it in. Only who has the set-up token may, and nothing costly is done for
 * others. The count of accounts is taken again inside the transaction, under a lock.
 * @returns 201 with the `SessionState` and the session cookie
 * @throws ProblemError `invalid_request`, `conflict` (there is an account), `forbidden` (wrong token), `rate_limited`
 */
export async function setUp(context: SessionContext, options: { request: Request; body: unknown }): Promise<Response> {
  const { auth, database } = context;
  const parsed = setUpSchema.safeParse(options.body);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => ({ pointer: `/${issue.path.join('/')}`, message: issue.message }));
    throw new ProblemError('invalid_request', errors[0]?.message, { errors });
  }
  const { token, ...account } = parsed.data;
  await requireNoAccount(database);
  const attempt = await takeNewPasswordAttempt(context, options.request);
  if (!isToken(token, context.getSetUpToken())) {
    context.log.warn('a set-up without the right token', { address: addressOf(options.request) });
    throw new ProblemError('forbidden', 'The set-up token is required. It is in the link printed when the desk was started.', {
      errors: [{ pointer: '/token', message: 'This is not the set-up token.' }],
    });
  }
  await requireGoodPassword(account.password, [account.name, account.email]);
  const user = await database.transaction(async (transaction) => {
    await takeAdvisoryLock(transaction, 'setUp');
    await requireNoAccount(transaction);
    // whoever sets the desk up runs the machine; and there is no other admin to vouch for the address
    return createUser(auth, transaction, { ...account, role: 'admin', emailVerified: true });
  });
  removeSecret(context.dataDir, 'set-up-token');
  await attempt.giveBack();
  const cookies = await signInAtOnce(context, options.request, account);
  const company = context.company ? { label: context.company.label } : null;
  const state: SessionState = { user, set_up: false, two_factor_needed: false, company_sign_in: company };
  return answerWithCookies(state, new Headers(), cookies, 201);
}

/** @throws ProblemError `conflict` */
async function requireNoAccount(executor: Executor): Promise<void> {
  if (await hasPeople(executor)) throw new ProblemError('conflict', 'The desk has been set up already. Sign in instead.');
}

function isToken(given: string | undefined, expected: string): boolean {
  if (!given) return false;
  const a = Buffer.from(given.trim());
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
