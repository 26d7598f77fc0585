import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Account, ChangePassword, OwnSession } from '#lib/contract/desk/account.ts';
import type { User } from '#lib/contract/desk/user.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { SessionContext } from '../context/session-context.ts';
import { accounts, sessions, users } from '../context/tables.ts';
import { requireGoodPassword } from '../people/password-rules.ts';
import { getPerson, isTwoFactorRequired } from '../people/people.ts';
import { requireOwnName } from '../people/require-own-name.ts';
import { setPassword } from '../people/set-password.ts';
import { takeConfirmation } from '../sign-in/limit-sign-in.ts';
import { deviceWords } from './device-words.ts';
import { countBackupCodes } from './two-factor.ts';

/** A person's own account. */
export async function getAccount(context: SessionContext, user: User): Promise<Account> {
  const { name, email, has_password, two_factor } = await getPerson(context.database, user.id);
  return {
    name,
    email,
    has_password,
    two_factor,
    backup_codes_left: two_factor ? await countBackupCodes(context, user.id) : null,
    two_factor_required: await isTwoFactorRequired(context.database),
  };
}

/** Changes the name that others see. What was done before stays under the old one. @throws ProblemError `conflict` when somebody else has it */
export async function changeName(context: SessionContext, user: User, name: string): Promise<Account> {
  await requireOwnName(context.database, name, user.id);
  await context.database.update(users).set({ name, updatedAt: sql`now()` }).where(eq(users.id, user.id));
  if (name !== user.name) await context.record({ id: user.id, name }, 'person.renamed', { from: user.name, to: name });
  return getAccount(context, user);
}

/** Changes the password and ends all other sessions. @throws ProblemError `invalid_request` with the field, `rate_limited` */
export async function changePassword(context: SessionContext, user: User, sessionId: string, change: ChangePassword): Promise<void> {
  const attempt = await takeConfirmation(context, user.id);
  await requirePassword(context, user.id, change.current_password, '/current_password');
  await attempt.giveBack();
  await requireGoodPassword(change.password, [user.name, user.email]);
  await context.database.transaction(async (transaction) => {
    await setPassword(context, transaction, user.id, change.password);
    await transaction.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, sessionId)));
  });
  await context.record(user, 'person.password_changed', { by: 'themselves' });
}

/** A person's own sessions, the last used first. @param sessionId the one that asks */
export async function listOwnSessions({ database }: SessionContext, user: User, sessionId: string): Promise<OwnSession[]> {
  const rows = await database
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.lastSeenAt));
  return rows.map((row) => ({
    id: row.id,
    present: row.id === sessionId,
    device: deviceWords(row.userAgent ?? ''),
    address: row.ipAddress || null,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
  }));
}

/** Ends one of a person's own sessions. @throws ProblemError `not_found` also for those of others */
export async function endSession(context: SessionContext, user: User, id: string): Promise<void> {
  const [ended] = await context.database
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, user.id)))
    .returning();
  if (!ended) throw new ProblemError('not_found', 'You have no session with this id.');
  await context.record(user, 'session.ended', { device: deviceWords(ended.userAgent ?? ''), address: ended.ipAddress });
}

/** Ends all sessions of a person but the one that asks. */
export async function endOtherSessions(context: SessionContext, user: User, sessionId: string): Promise<void> {
  const ended = await context.database
    .delete(sessions)
    .where(and(eq(sessions.userId, user.id), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  if (ended.length > 0) await context.record(user, 'session.others_ended', { sessions: ended.length });
}

/** @throws ProblemError `invalid_request` when the password is not the person's, or there is none */
async function requirePassword({ database, auth }: SessionContext, userId: string, password: string, pointer: string): Promise<void> {
  const [row] = await database
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  if (!row?.hash) throw new ProblemError('conflict', 'Your account has no password: you sign in through your company.');
  if (await (await auth.$context).password.verify({ hash: row.hash, password })) return;
  const message = 'The password is wrong.';
  throw new ProblemError('invalid_request', message, { errors: [{ pointer, message }] });
}
