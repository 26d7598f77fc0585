import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { usedLinkSchema, useLinkSchema } from '#lib/contract/desk/people.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { newId } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { answerWithCookies, withSecureCookies } from './ask-better-auth.ts';
import { createUser } from './create-user.ts';
import { takeNewPasswordAttempt } from './limit-sign-in.ts';
import { getLink, type OneTimeLink } from './one-time-links.ts';
import { requireGoodPassword } from './password-rules.ts';
import { getPerson } from './people.ts';
import { requireOwnName } from './require-own-name.ts';
import type { SessionContext } from './session-context.ts';
import { signInAtOnce } from './sign-in.ts';
import { accounts, oneTimeLinks, sessions } from './tables.ts';

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
  await context.note(user, 'person.joined', { email, role, by: 'invitation', invited_by: link.madeByName });
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
  await context.note(person, 'person.password_changed', { by: 'link', link_made_by: link.madeByName });
  const body: z.infer<typeof usedLinkSchema> = { email: person.email, signed_in: false };
  return answerWithCookies(body, new Headers());
}

/** Sets a person's password, also when they had none. */
export async function setPassword(context: SessionContext, transaction: Transaction, userId: string, password: string): Promise<void> {
  const hash = await (await context.auth.$context).password.hash(password);
  const changed = await transaction
    .update(accounts)
    .set({ password: hash, updatedAt: sql`now()` })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
    .returning({ id: accounts.id });
  if (changed.length > 0) return;
  await transaction.insert(accounts).values({ id: newId(), accountId: userId, providerId: 'credential', userId, password: hash });
}

/** Marks the link as used, unless somebody else was faster. @throws ProblemError `not_found` */
async function spend(transaction: Transaction, token: string): Promise<void> {
  const link = await getLink(transaction, token, true);
  await transaction.update(oneTimeLinks).set({ usedAt: sql`now()` }).where(eq(oneTimeLinks.id, link.id));
}

function missing(pointer: string, message: string): ProblemError {
  return new ProblemError('invalid_request', message, { errors: [{ pointer, message }] });
}
