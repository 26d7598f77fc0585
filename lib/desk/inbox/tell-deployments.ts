import { and, eq, isNull, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Desk } from '../context/desk.ts';
import { listDeploymentStates } from '../deployment-settings/list-deployment-states.ts';
import { inboxEntries } from './tables.ts';
import { type EntryDraft, writeEntries } from './write-entries.ts';

/** Tells admins of deployments in use that do not answer as they should, and settles it when one works again or is retired. */
export async function tellDeployments(desk: Desk, admins: readonly string[]): Promise<void> {
  const { database } = desk;
  const states = await listDeploymentStates(database);
  const failing = states.flatMap(({ id, state, since }) => (state === 'failing' ? [{ id, since: since ?? '' }] : []));
  await database.transaction(async (transaction) => {
    const ids = sql.param(failing.map(({ id }) => id));
    const isOver = sql`(not (${inboxEntries.deploymentId} = any(${ids}::text[])) or not (${inboxEntries.personId} = any(${sql.param([...admins])}::text[])))`;
    await transaction
      .update(inboxEntries)
      .set({ settledAt: now() })
      .where(and(eq(inboxEntries.kind, 'deployment'), isNull(inboxEntries.settledAt), isOver));
    const open = await transaction
      .select({ personId: inboxEntries.personId, deploymentId: inboxEntries.deploymentId })
      .from(inboxEntries)
      .where(and(eq(inboxEntries.kind, 'deployment'), isNull(inboxEntries.settledAt)));
    // told once until it works again, however often it is tested meanwhile
    const isTold = (personId: string, id: string) => open.some((entry) => entry.personId === personId && entry.deploymentId === id);
    const drafts: EntryDraft[] = failing.flatMap(({ id, since }) =>
      admins
        .filter((personId) => !isTold(personId, id))
        .map((personId) => ({ personId, kind: 'deployment', cause: `${id}@${since}`, deploymentId: id, by: null })),
    );
    await writeEntries(transaction, drafts);
  });
}
