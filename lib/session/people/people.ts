import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { ChangePerson, ListPeople, Person } from '#lib/contract/desk/people.ts';
import { roleSchema, type User } from '#lib/contract/desk/user.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { takeAdvisoryLock } from '#lib/platform/database/advisory-locks.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import type { SessionContext } from '../context/session-context.ts';
import { accounts, oneTimeLinks, sessions, settings, twoFactors, users } from '../context/tables.ts';

/** Everybody with an account, by name. */
export async function listPeople({ database }: SessionContext): Promise<ListPeople> {
  return { items: await selectPeople(database), require_two_factor: await isTwoFactorRequired(database) };
}

/**
 * Gives a person another role, or switches the account off (all sessions end at once) or on. Whoever is no active admin any
 * more leaves no usable link behind.
 * @throws ProblemError `not_found`, `conflict` for the last admin
 */
export async function changePerson(context: SessionContext, actor: User, id: string, change: ChangePerson): Promise<Person> {
  const { before, after } = await context.database.transaction(async (transaction) => {
    await takeAdvisoryLock(transaction, 'admins');
    const before = await getPerson(transaction, id);
    const role = change.role ?? before.role;
    const active = change.active ?? before.active;
    if (role !== 'admin' || !active) await requireOtherAdmin(transaction, before);
    await transaction
      .update(users)
      .set({ role, deactivatedAt: active ? null : sql`coalesce(${users.deactivatedAt}, now())`, updatedAt: sql`now()` })
      .where(eq(users.id, id));
    if (!active) await endAccess(transaction, id);
    if (role !== 'admin' || !active) await endLinksMadeBy(transaction, id);
    return { before, after: await getPerson(transaction, id) };
  });
  const about = { person: after.name, email: after.email };
  if (before.role !== after.role) await context.record(actor, 'person.role_changed', { ...about, from: before.role, to: after.role });
  if (before.active !== after.active) await context.record(actor, after.active ? 'person.switched_on' : 'person.switched_off', about);
  return after;
}

/** Removes a person and the unused links they made. What they did stays under their name. @throws ProblemError `not_found`, `conflict` for the last admin */
export async function removePerson(context: SessionContext, actor: User, id: string): Promise<void> {
  const person = await context.database.transaction(async (transaction) => {
    await takeAdvisoryLock(transaction, 'admins');
    const found = await getPerson(transaction, id);
    await requireOtherAdmin(transaction, found);
    await endLinksMadeBy(transaction, id);
    await transaction.delete(users).where(eq(users.id, id));
    return found;
  });
  await context.record(actor, 'person.removed', { person: person.name, email: person.email, role: person.role });
}

/** Takes a person's second factor away, for a phone that is gone, and ends their sessions. @throws ProblemError `not_found`, `conflict` when there is none */
export async function removeTwoFactorOf(context: SessionContext, actor: User, id: string): Promise<Person> {
  const person = await context.database.transaction(async (transaction) => {
    const found = await getPerson(transaction, id);
    if (!found.two_factor) throw new ProblemError('conflict', `${found.name} has not switched on two-factor.`);
    await transaction.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, id));
    await transaction.delete(twoFactors).where(eq(twoFactors.userId, id));
    await transaction.delete(sessions).where(eq(sessions.userId, id));
    return { ...found, two_factor: false };
  });
  await context.record(actor, 'person.two_factor_removed', { person: person.name, email: person.email });
  return person;
}

/** Asks everybody with a password for two-factor, or no more. */
export async function saveSignInRules(context: SessionContext, actor: User, rules: { require_two_factor: boolean }): Promise<void> {
  const requireTwoFactor = rules.require_two_factor;
  const before = await isTwoFactorRequired(context.database);
  await context.database
    .insert(settings)
    .values({ requireTwoFactor })
    .onConflictDoUpdate({ target: settings.id, set: { requireTwoFactor } });
  if (before !== requireTwoFactor) await context.record(actor, 'sign_in.rules_changed', { require_two_factor: requireTwoFactor });
}

/** True when an admin asks everybody with a password for two-factor. */
export async function isTwoFactorRequired(executor: Executor): Promise<boolean> {
  const [row] = await executor.select({ required: settings.requireTwoFactor }).from(settings);
  return row?.required ?? false;
}

/** @throws ProblemError `not_found` */
export async function getPerson(executor: Executor, id: string): Promise<Person> {
  const [person] = await selectPeople(executor, id);
  if (!person) throw new ProblemError('not_found', 'There is no person with this id.');
  return person;
}

async function requireOtherAdmin(transaction: Transaction, person: Person): Promise<void> {
  if (person.role !== 'admin' || !person.active) return;
  const [other] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.deactivatedAt), ne(users.id, person.id)))
    .limit(1);
  if (!other) throw new ProblemError('conflict', `${person.name} is the only admin. Make someone else an admin first.`);
}

/** Ends all that could let a person in: sessions and links to a new password. */
async function endAccess(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(sessions).where(eq(sessions.userId, userId));
  await transaction.delete(oneTimeLinks).where(eq(oneTimeLinks.userId, userId));
}

/** Ends the unused links that a person made as an admin: invitations and links to new passwords of others. */
async function endLinksMadeBy(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(oneTimeLinks).where(and(eq(oneTimeLinks.madeById, userId), isNull(oneTimeLinks.usedAt)));
}

async function selectPeople(executor: Executor, id?: string): Promise<Person[]> {
  const rows = await executor
    .select()
    .from(users)
    .where(id === undefined ? undefined : eq(users.id, id))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id));
  const ways = await executor
    .select({ userId: accounts.userId, providerId: accounts.providerId })
    .from(accounts)
    .where(id === undefined ? undefined : eq(accounts.userId, id));
  const hasWay = (userId: string, providerId: string) => ways.some((way) => way.userId === userId && way.providerId === providerId);
  return rows.map((user) => ({
    id: user.id,
    name: user.name,
    email: user.email,
    role: roleSchema.catch('viewer').parse(user.role),
    active: user.deactivatedAt === null,
    two_factor: user.twoFactorEnabled,
    has_password: hasWay(user.id, 'credential'),
    company: hasWay(user.id, 'company'),
    created_at: user.createdAt.toISOString(),
    last_seen_at: user.lastSeenAt?.toISOString() ?? null,
  }));
}
