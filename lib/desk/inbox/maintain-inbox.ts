import { and, asc, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { hasRole } from '#lib/contract/desk/has-role.ts';
import { now } from '#lib/platform/clock.ts';
import type { Desk } from '../context/desk.ts';
import { listQueueRows, queueCondition } from '../documents/queue-condition.ts';
import { documents } from '../documents/tables.ts';
import { savedViews } from '../search/tables.ts';
import { FOUND_KINDS } from './causes.ts';
import { findMissing } from './find-missing.ts';
import { settleAll } from './settle-entries.ts';
import { inboxEntries, inboxMails, inboxSettings } from './tables.ts';
import { tellDeployments } from './tell-deployments.ts';
import { tellStopped } from './tell-stopped.ts';
import { writeEntries } from './write-entries.ts';

/** How long entries are kept when their cause is over, in days. */
const HISTORY_DAYS = 90;
/** Entries of one statement: PostgreSQL takes 65,535 parameters, and an entry has eight. */
const PORTION = 1000;

/**
 * Brings every inbox up to date: settles what is over, writes what came about by itself (a due date passed, a document failed, an
 * approval waits for a second one, a deployment is away), and removes history that is old and what belongs to people who are gone.
 */
export async function maintainInbox(desk: Desk): Promise<void> {
  const began = now();
  const accounts = (await desk.listAccounts?.()) ?? null;
  const active = accounts?.filter((account) => account.active) ?? [];
  const reviewers = accounts && active.filter(({ role }) => hasRole(role, 'reviewer')).map(({ id }) => id);
  await desk.database.transaction((transaction) => settleAll(transaction, reviewers));
  const isPresent = reviewers ? sql`cause.person_id = any(${sql.param(reviewers)}::text[])` : undefined;
  for (const kind of FOUND_KINDS) {
    await writeMissing(desk, kind, { people: reviewers ?? [], where: isPresent });
  }
  const admins = active.filter(({ role }) => role === 'admin').map(({ id }) => id);
  await tellDeployments(desk, admins);
  await tellStopped(
    desk,
    active.filter(({ role }) => hasRole(role, 'schema_owner')).map(({ id }) => id),
  );
  await removeOld(desk);
  if (accounts) await removeStrangers(desk, accounts, began);
}

async function writeMissing(
  desk: Desk,
  kind: (typeof FOUND_KINDS)[number],
  options: { people: readonly string[]; where: SQL | undefined },
): Promise<void> {
  const found = await findMissing(desk.database, kind, options);
  const isFor = kind === 'second_approval' ? await findSecondApprovers(desk, found) : () => true;
  const missing = found.filter(isFor);
  for (let from = 0; from < missing.length; from += PORTION) await writePortion(desk, missing.slice(from, from + PORTION));
}

/** A transaction for each portion: people who want the documents do not wait for all of them. */
async function writePortion(desk: Desk, missing: Awaited<ReturnType<typeof findMissing>>): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    // whoever has such a document in hand comes first: it is looked at again in the next round
    const free = await transaction
      .select({ id: documents.id })
      .from(documents)
      .where(sql`${documents.id} = any(${sql.param(missing.map(({ documentId }) => documentId))}::uuid[])`)
      .orderBy(asc(documents.id))
      .for('key share', { skipLocked: true });
    const ids = new Set(free.map(({ id }) => id));
    await writeEntries(
      transaction,
      missing.filter(({ documentId }) => ids.has(documentId)),
    );
  });
}

/** Of documents that queues hold whose members are named, only those are asked for the second approval. */
async function findSecondApprovers(desk: Desk, found: readonly { documentId: string }[]) {
  const membersOf = new Map<string, Set<string> | null>();
  const wanted = sql`${documents.id} = any(${sql.param([...new Set(found.map(({ documentId }) => documentId))])}::uuid[])`;
  for (const { draft } of found.length > 0 ? await listQueueRows(desk.database) : []) {
    const held = await desk.database
      .select({ id: documents.id })
      .from(documents)
      .where(and(wanted, queueCondition(draft.filter)));
    for (const { id } of held) {
      const before = membersOf.get(id);
      const isOpen = draft.members.length === 0 || before === null;
      membersOf.set(id, isOpen ? null : new Set([...(before ?? []), ...draft.members.map((member) => member.id)]));
    }
  }
  return ({ documentId, personId }: { documentId: string; personId: string }) => membersOf.get(documentId)?.has(personId) ?? true;
}

async function removeOld({ database }: Desk): Promise<void> {
  const before = new Date(now().getTime() - HISTORY_DAYS * 24 * 3_600_000);
  await database.delete(inboxEntries).where(and(isNotNull(inboxEntries.settledAt), lt(inboxEntries.settledAt, before)));
  await database.delete(inboxMails).where(lt(inboxMails.createdAt, before));
}

/** @param began before the accounts were listed: what was written since may be of somebody who joined since */
async function removeStrangers({ database }: Desk, accounts: readonly { id: string }[], began: Date): Promise<void> {
  const known = sql.param(accounts.map(({ id }) => id));
  await database.delete(inboxEntries).where(and(sql`not (${inboxEntries.personId} = any(${known}::text[]))`, lt(inboxEntries.at, began)));
  await database
    .delete(inboxSettings)
    .where(and(sql`not (${inboxSettings.personId} = any(${known}::text[]))`, lt(inboxSettings.since, began)));
  // shared views stay: others use them
  await database
    .delete(savedViews)
    .where(and(eq(savedViews.isShared, false), lt(savedViews.createdAt, began), sql`not (${savedViews.ownerId} = any(${known}::text[]))`));
}
