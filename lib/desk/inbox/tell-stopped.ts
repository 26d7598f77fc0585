import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Desk } from '../context/desk.ts';
import { schemaSettings, schemas } from '../schemas/tables.ts';
import { inboxEntries } from './tables.ts';
import { writeEntries } from './write-entries.ts';

/** Tells schema owners of schemas whose automatic approval switched itself off, and settles it once somebody has decided what to do. */
export async function tellStopped(desk: Pick<Desk, 'database'>, owners: readonly string[]): Promise<void> {
  const rows = await desk.database
    .select({ schemaId: schemaSettings.schemaId, state: schemaSettings.automaticApproval })
    .from(schemaSettings)
    .innerJoin(schemas, eq(schemas.id, schemaSettings.schemaId))
    .where(and(isNotNull(schemaSettings.automaticApproval), isNull(schemas.removedAt)));
  const stopped = rows.flatMap(({ schemaId, state }) => (state?.stopped ? [{ schemaId, cause: `${schemaId}@${state.stopped.at}` }] : []));
  await desk.database.transaction(async (transaction) => {
    const causes = sql.param(stopped.map(({ cause }) => cause));
    await transaction
      .update(inboxEntries)
      .set({ settledAt: now() })
      .where(
        and(
          eq(inboxEntries.kind, 'stopped'),
          isNull(inboxEntries.settledAt),
          sql`(not (${inboxEntries.cause} = any(${causes}::text[])) or not (${inboxEntries.personId} = any(${sql.param([...owners])}::text[])))`,
        ),
      );
    await writeEntries(
      transaction,
      stopped.flatMap(({ schemaId, cause }) =>
        owners.map((personId) => ({ personId, kind: 'stopped' as const, cause, schemaId, by: null })),
      ),
    );
  });
}
