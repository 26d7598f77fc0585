import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { usedLinkSchema, useLinkSchema } from '#lib/contract/desk/people.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { answerWithCookies, withSecureCookies } from '../context/ask-better-auth.ts';
import type { SessionContext } from '../context/session-context.ts';
import { oneTimeLinks, sessions } from '../context/tables.ts';
import { createUser } from '../people/create-user.ts';
import { requireGoodPassword } from '../people/password-rules.ts';
import { getPerson } from '../people/people.ts';
import { requireOwnName } from '../people/require-own-name.ts';
import { setPassword } from '../people/set-password.ts';
import { takeNewPasswordAttempt } from '../sign-in/limit-sign-in.ts';
import { signInAtOnce } from '../sign-in/sign-in.ts';
import { getLink, type OneTimeLink } from './one-time-links.ts';

/**
 * Uses a one-time link: makes the account and signs it in (invitation), or sets a new password, ends all sessions of the
 * person and leaves the sign-in to them, second factor included.
 * @throws ProblemError `not_found` (used, ended), `invalid_request`, `conflict` (the address has an account, somebody has the name), `rate_limited`
 */
export async function spendLink(context: SessionContext, request: Request, input: z.output<typeof useLinkSchema>): Promise<Response> {
  const link = await getLink(context.database, input.token);
  const attempt = await takeNewPasswordAttempt(context, request);
  const answer = link.kind === 'invitation' ? await join(context, request, link, input) : await resetPassword(context, link, input);
  await attempt.giveBack();
  return withSecureCookies(context, request, answer);
}

async function join(
  context: SessionContext,
  request: Request,
  link: OneTimeLink,
  input: z.output<typeof useLinkSchema>,
): Promise<Response> {
  const { name, password } = input;
  const email = link.email ?? input.email;
  if (!name) throw missing('/name', 'Enter a name.');
  if (!email) throw missing('/email', 'Enter an e-mail address.');
  await requireOwnName(context.database, name, null);
  await requireGoodPassword(password, [name, email]);
  const role = link.role ?? 'viewer';
  const user = await context.database.transaction(async (transaction) => {
    await spend(transaction, input.token);
    return createUser(context.auth, transaction, { name, email, password, role, emailVerified: link.email !== null });
  });
  await context.record(user, 'person.joined', { email, role, by: 'invitation', invited_by: link.madeByName });
  const cookies = await signInAtOnce(context, request, { email, password });
  const body: z.infer<typeof usedLinkSchema> = { email, signed_in: true };
  return answerWithCookies(body, new Headers(), cookies, 201);
}

async function resetPassword(context: SessionContext, link: OneTimeLink, input: z.output<typeof useLinkSchema>): Promise<Response> {
  const person = await getPerson(context.database, link.userId ?? '');
  await requireGoodPassword(input.password, [person.name, person.email]);
  await context.database.transaction(async (transaction) => {
    await spend(transaction, input.token);
    await setPassword(context, transaction, person.id, input.password);
    await transaction.delete(sessions).where(eq(sessions.userId, person.id));
  });
  await context.record(person, 'person.password_changed', { by: 'link', link_made_by: link.madeByName });
  const body: z.infer<typeof usedLinkSchema> = { email: person.email, signed_in: false };
  return answerWithCookies(body, new Headers());
}

/** Marks the link as used, unless somebody else was faster. @throws ProblemError `not_found` */
async function spend(transaction: Transaction, token: string): Promise<void> {
  const link = await getLink(transaction, token, true);
  await transaction.update(oneTimeLinks).set({ usedAt: sql`now()` }).where(eq(oneTimeLinks.id, link.id));
}

function missing(pointer: string, message: string): ProblemError {
  return new ProblemError('invalid_request', message, { errors: [{ pointer, message }] });
}
