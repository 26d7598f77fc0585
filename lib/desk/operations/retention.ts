import { and, count, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { RetentionCount } from '#lib/contract/schema-settings.ts';
import type { Executor } from '#lib/platform/database.ts';
import type { Desk } from '../desk.ts';
import { documents, schemaSettings } from '../tables.ts';
import { removeTree } from './remove-document.ts';

const AT_ONCE = 100;

/** Approved so many days ago, by the database's clock. */
function isPast(days: SQL | number): SQL | undefined {
  return and(
    eq(documents.state, 'approved'),
    isNotNull(documents.approvedAt),
    sql`${documents.approvedAt} < clock_timestamp() - make_interval(days => ${days}::int)`,
  );
}

/**
 * What keeping documents of a schema for `days` days would remove now; nothing is changed. `held` are past it but stay, because
 * a document attached to them is not approved or not past its own schema's days.
 */
export async function countRetention(desk: Desk, schemaId: string, days: number): Promise<RetentionCount> {
  const ofSchema = eq(documents.schemaId, schemaId);
  const [[approved], past] = await Promise.all([
    desk.database
      .select({ total: count() })
      .from(documents)
      .where(and(ofSchema, eq(documents.state, 'approved'))),
    desk.database
      .select({ id: documents.id })
      .from(documents)
      .where(and(ofSchema, isPast(days))),
  ]);
  const ids = past.map((row) => row.id);
  const held = await findHeld(desk.database, ids, { schemaId, days });
  return { approved: approved?.total ?? 0, due: ids.length - held.size, held: held.size };
}

/**
 * Removes the content of approved documents whose schema's days are over: as if a person deleted them, with the reason in the
 * audit trail. Documents that are not approved are never removed. @returns how many
 */
export async function removeExpired(desk: Desk): Promise<number> {
  const past = await desk.database
    .select({ id: documents.id, days: schemaSettings.retentionDays })
    .from(documents)
    .innerJoin(schemaSettings, eq(schemaSettings.schemaId, documents.schemaId))
    .where(and(isNotNull(schemaSettings.retentionDays), isPast(sql`${schemaSettings.retentionDays}`)))
    .orderBy(documents.approvedAt);
  const held = await findHeld(
    desk.database,
    past.map((row) => row.id),
  );
  let removed = 0;
  for (const { id, days } of past.filter((row) => !held.has(row.id)).slice(0, AT_ONCE)) {
    removed += await desk.database.transaction(async (transaction) => {
      // looked at again under lock: it may have been reopened, or got an attachment, meanwhile
      const [row] = await transaction
        .select()
        .from(documents)
        .where(and(eq(documents.id, id), isPast(days ?? 0)))
        .for('update');
      if (!row || (await findHeld(transaction, [id])).size > 0) return 0;
      return removeTree(desk, transaction, row, { actor: null, detail: { reason: 'retention', days } });
    });
  }
  return removed;
}

/** Those of the documents below which, at any depth, one stands that may not go yet. `trial`: days assumed for one schema. */
async function findHeld(executor: Executor, ids: readonly string[], trial?: { schemaId: string; days: number }): Promise<Set<string>> {
  const held = new Set<string>();
  let level = new Map(ids.map((id) => [id, [id]]));
  while (level.size > 0) {
    const children = await executor
      .select({ id: documents.id, parentId: documents.parentId, past: isPastOwn(trial) })
      .from(documents)
      .where(inArray(documents.parentId, [...level.keys()]));
    const below = new Map<string, string[]>();
    for (const child of children) {
      const tops = level.get(child.parentId ?? '') ?? [];
      if (child.past) below.set(child.id, tops);
      else for (const top of tops) held.add(top);
    }
    level = below;
  }
  return held;
}

function isPastOwn(trial: { schemaId: string; days: number } | undefined): SQL<boolean> {
  const own = sql`(select ${schemaSettings.retentionDays} from ${schemaSettings} where ${schemaSettings.schemaId} = ${documents.schemaId})`;
  const days = trial ? sql`case when ${documents.schemaId} = ${trial.schemaId} then ${trial.days}::int else ${own} end` : own;
  return sql<boolean>`coalesce(${isPast(days)}, false)`;
}
