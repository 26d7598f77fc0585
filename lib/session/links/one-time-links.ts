import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Invitation, MadeLink, newInvitationSchema, OpenedLink } from '#lib/contract/desk/people.ts';
import type { User } from '#lib/contract/desk/user.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { newId } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { requestOrigin } from '../context/request-origin.ts';
import type { SessionContext } from '../context/session-context.ts';
import { oneTimeLinks, users } from '../context/tables.ts';
import { getPerson } from '../people/people.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PASSWORD_RESET_MS = DAY_MS;

export type OneTimeLink = typeof oneTimeLinks.$inferSelect;

/** Makes a link by which somebody can join with a role. It is told this once; only its hash is kept. */
export async function createInvitation(
  context: SessionContext,
  request: Request,
  actor: User,
  input: z.output<typeof newInvitationSchema>,
): Promise<MadeLink> {
  if (input.email !== null) {
    const [known] = await context.database.select({ id: users.id }).from(users).where(eq(users.email, input.email));
    if (known) {
      const message = 'An account with this e-mail address already exists.';
      throw new ProblemError('conflict', message, { errors: [{ pointer: '/email', message }] });
    }
  }
  const link = await insertLink(context, request, actor, {
    kind: 'invitation',
    role: input.role,
    email: input.email,
    lifeMs: input.days * DAY_MS,
  });
  await context.record(actor, 'person.invited', {
    role: input.role,
    ...(input.email ? { email: input.email } : {}),
    until: link.expires_at,
  });
  return link;
}

/** Makes a link by which a person can choose a new password within a day. Earlier ones end. @throws ProblemError `not_found`, `conflict` when switched off */
export async function createPasswordReset(context: SessionContext, request: Request, actor: User, userId: string): Promise<MadeLink> {
  const person = await getPerson(context.database, userId);
  if (!person.active) throw new ProblemError('conflict', `The account of ${person.name} is switched off. Switch it on first.`);
  await context.database.delete(oneTimeLinks).where(eq(oneTimeLinks.userId, userId));
  const link = await insertLink(context, request, actor, { kind: 'password_reset', userId, lifeMs: PASSWORD_RESET_MS });
  await context.record(actor, 'person.password_link_made', { person: person.name, email: person.email, until: link.expires_at });
  return link;
}

/** Invitations that can still be used, newest first. */
export async function listInvitations({ database }: SessionContext): Promise<Invitation[]> {
  await database.delete(oneTimeLinks).where(or(lt(oneTimeLinks.expiresAt, sql`now() - interval '30 days'`)));
  const rows = await database
    .select()
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.kind, 'invitation'), isOpen()))
    .orderBy(desc(oneTimeLinks.createdAt));
  return rows.map((row) => ({
    id: row.id,
    role: row.role ?? 'viewer',
    email: row.email,
    made_by: row.madeByName,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }));
}

/** Takes an invitation back. @throws ProblemError `not_found` */
export async function removeInvitation(context: SessionContext, actor: User, id: string): Promise<void> {
  const [row] = await context.database
    .delete(oneTimeLinks)
    .where(and(eq(oneTimeLinks.id, id), eq(oneTimeLinks.kind, 'invitation'), isOpen()))
    .returning();
  if (!row) throw new ProblemError('not_found', 'There is no open invitation with this id.');
  await context.record(actor, 'person.invitation_taken_back', { role: row.role, ...(row.email ? { email: row.email } : {}) });
}

/** What a link is for. @throws ProblemError `not_found` when it was used, has ended or never was */
export async function openLink({ database }: SessionContext, token: string): Promise<OpenedLink> {
  const link = await getLink(database, token);
  const person = link.userId ? await getPerson(database, link.userId) : null;
  return {
    kind: link.kind,
    role: person?.role ?? link.role,
    email: person?.email ?? link.email,
    name: person?.name ?? null,
    made_by: link.madeByName,
  };
}

/** The link of a token, if it can be used. @param lock inside a transaction: so that it is used once @throws ProblemError `not_found` */
export async function getLink(executor: Executor, token: string, lock = false): Promise<OneTimeLink> {
  const query = executor
    .select()
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.tokenHash, hashOf(token)), isOpen()));
  const [link] = await (lock ? query.for('update') : query);
  if (!link) throw new ProblemError('not_found', 'This link was already used or has expired. Ask an admin for a new one.');
  return link;
}

function isOpen() {
  return and(isNull(oneTimeLinks.usedAt), gt(oneTimeLinks.expiresAt, sql`now()`));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

async function insertLink(
  context: SessionContext,
  request: Request,
  actor: User,
  link: { kind: OneTimeLink['kind']; role?: OneTimeLink['role']; email?: string | null; userId?: string; lifeMs: number },
): Promise<MadeLink> {
  const token = randomBytes(32).toString('base64url');
  const id = newId();
  const expiresAt = new Date(Date.now() + link.lifeMs);
  const { lifeMs: _, ...rest } = link;
  await context.database
    .insert(oneTimeLinks)
    .values({ id, ...rest, tokenHash: hashOf(token), madeById: actor.id, madeByName: actor.name, expiresAt });
  // behind #, so that the secret reaches no server, log or referrer
  return { id, url: `${requestOrigin(request, context.origin)}/invitation#${token}`, expires_at: expiresAt.toISOString() };
}
