import { and, count, eq, isNotNull, not, type SQL, sql } from 'drizzle-orm';
import { AUTOMATIC_APPROVER } from '#lib/contract/desk/automatic-approval.ts';
import type { RetentionCount } from '#lib/contract/desk/schemas/schema-settings.ts';
import type { Desk } from '../../context/desk.ts';
import { schemaSettings } from '../../schemas/tables.ts';
import { qualitySamples } from '../quality-samples/tables.ts';
import { expiredParts } from '../split-parts.ts';
import { documents, splitParts, splits } from '../tables.ts';
import { removeTree } from './remove-document.ts';

/** Removed in one round; the rest in the next ones. */
const AT_ONCE = 100;

/** Approved so many days ago, by the database's clock. */
function isPast(days: SQL | number): SQL | undefined {
  return and(
    eq(documents.state, 'approved'),
    isNotNull(documents.approvedAt),
    sql`${documents.approvedAt} < clock_timestamp() - make_interval(days => ${days}::int)`,
  );
}

/** Past what its schema says at this moment; where the settings are joined. */
const IS_EXPIRED = and(isNotNull(schemaSettings.retentionDays), isPast(sql`${schemaSettings.retentionDays}`));

/**
 * What keeping documents of a schema for `days` days would remove now; nothing is changed. `held` are past it but stay: they wait as
 * quality samples, or a document attached to them is not approved or not past its own schema's days.
 */
export async function countRetention(desk: Desk, schemaId: string, days: number): Promise<RetentionCount> {
  const countOf = async (condition: SQL | undefined) => {
    const [row] = await desk.database
      .select({ total: count() })
      .from(documents)
      .where(and(eq(documents.schemaId, schemaId), condition));
    return row?.total ?? 0;
  };
  const [approved, past, held] = await Promise.all([
    countOf(eq(documents.state, 'approved')),
    countOf(isPast(days)),
    countOf(and(isPast(days), isHeld({ schemaId, days }))),
  ]);
  return { approved, due: past - held, held };
}

/**
 * Removes the content of approved documents whose schema's days are over, the first approved first, a portion at a time: as if a
 * person deleted them, with the reason in the audit trail. Documents that are not approved are never removed;
 * a file that was split goes when the last of its parts is gone. @returns how many
 */
export async function removeExpired(desk: Desk): Promise<number> {
  const expired = await desk.database
    .select({ id: documents.id })
    .from(documents)
    .innerJoin(schemaSettings, eq(schemaSettings.schemaId, documents.schemaId))
    .where(and(IS_EXPIRED, not(isHeld())))
    .orderBy(documents.approvedAt)
    .limit(AT_ONCE);
  let removed = 0;
  for (const { id } of expired) {
    removed += await desk.database.transaction(async (transaction) => {
      // looked at again under lock, with the settings: it may have been reopened, or its days changed, meanwhile
      const [found] = await transaction
        .select({ row: documents, days: schemaSettings.retentionDays })
        .from(documents)
        .innerJoin(schemaSettings, eq(schemaSettings.schemaId, documents.schemaId))
        .where(and(eq(documents.id, id), IS_EXPIRED))
        .for('no key update');
      if (!found) return 0;
      // a statement of its own, which sees what came while the lock was waited for
      const [held] = await transaction
        .select({ id: documents.id })
        .from(documents)
        .where(and(eq(documents.id, id), isHeld()));
      if (held) return 0;
      return removeTree(desk, transaction, found.row, { actor: null, detail: { reason: 'retention', days: found.days } });
    });
  }
  return removed + (await removeEmptied(desk));
}

/**
 * Removes files that were split and of which no part is left, when a part went because its days were over: they hold the same
 * pages. One whose part was itself split goes a round later. @returns how many
 */
async function removeEmptied(desk: Desk): Promise<number> {
  const hasPart = sql`exists (
    select 1 from ${splits} as force join ${splitParts} as part on part.split_id = force.id
    where force.document_id = ${documents.id} and force.undone_at is null
  )`;
  const expired = expiredParts(documents.id);
  const isEmptied = and(eq(documents.state, 'split'), not(hasPart), sql`exists ${expired}`, not(isHeld()));
  const emptied = await desk.database.select({ id: documents.id }).from(documents).where(isEmptied).orderBy(documents.id).limit(AT_ONCE);
  let removed = 0;
  for (const { id } of emptied) {
    removed += await desk.database.transaction(async (transaction) => {
      await transaction.select({ id: documents.id }).from(documents).where(eq(documents.id, id)).for('no key update');
      // a statement of its own, which sees what came while the lock was waited for
      const [found] = await transaction
        .select({ row: documents, days: sql<number | null>`(select max((expired.detail->>'days')::int) from ${expired} as expired)` })
        .from(documents)
        .where(and(eq(documents.id, id), isEmptied));
      if (!found) return 0;
      return removeTree(desk, transaction, found.row, { actor: null, detail: { reason: 'retention', days: found.days } });
    });
  }
  return removed;
}

/** It approved itself and waits for a person as a quality sample: without these nobody would see it going wrong. */
const isSampleOpen = (id: SQL) => sql`exists (select 1 from ${qualitySamples}
  where ${qualitySamples.documentId} = ${id} and ${qualitySamples.lookedAt} is null and ${qualitySamples.approvedById} = ${AUTOMATIC_APPROVER.id})`;

/**
 * The document waits as a quality sample, or below it, at any depth, stands one that may not go yet. `trial`: days assumed for one schema.
 */
function isHeld(trial?: { schemaId: string; days: number }): SQL {
  const own = sql`own.retention_days`;
  const days = trial ? sql`case when below.schema_id = ${trial.schemaId} then ${trial.days}::int else ${own} end` : own;
  // almost all have none attached: those are told apart in one join, before anything is walked through
  return sql`(${isSampleOpen(sql`${documents.id}`)} or ${documents.id} in (select attached.parent_id from ${documents} as attached where attached.parent_id is not null) and exists (
    with recursive below as (
      select child.id, child.schema_id, child.state, child.approved_at from ${documents} as child where child.parent_id = ${documents.id}
      union all
      select child.id, child.schema_id, child.state, child.approved_at from ${documents} as child join below on child.parent_id = below.id
    )
    select 1 from below left join ${schemaSettings} as own on own.schema_id = below.schema_id
    where not coalesce(below.state = 'approved' and below.approved_at < clock_timestamp() - make_interval(days => ${days}), false) or ${isSampleOpen(sql`below.id`)}
  ))`;
}
