import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Actor, Desk } from '../context/desk.ts';
import { sendFollow } from '../context/send-follow.ts';
import { deployments } from '../deployments/tables.ts';
import { schemaMappings } from '../schemas/tables.ts';
import type { DocumentRow } from './desk-document.ts';
import { makeMetadata } from './make-metadata.ts';
import { stateAfter } from './states/document-states.ts';
import { documents, submissions } from './tables.ts';

const MOST_AT_ONCE = 1_000;

/** A schema whose id at a deployment is known. */
type Mapped = { deploymentId: string; schemaId: string };

/**
 * Lets the documents go on that waited for the id of a schema at a deployment, each from where it was. Documents without a schema go
 * on with the first id that is told. Of very many, the oldest thousand; `releaseRest` lets the others go on.
 * @param actor who told the id; null = the desk
 * @returns how many
 */
export async function releaseParked(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  actor: Actor | null,
  mapped: Mapped,
): Promise<number> {
  // the new id answers what was said of the old one
  await transaction
    .update(documents)
    .set({ hold: null })
    .where(and(isParkedAt(transaction, mapped.deploymentId), isOfSchema(mapped.schemaId)));
  return releaseSome(desk, transaction, actor, mapped);
}

/** The oldest that nothing was said of since their id was told. @param mapped.schemaId null = documents of all schemas */
async function releaseSome(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  actor: Actor | null,
  { deploymentId, schemaId }: { deploymentId: string; schemaId: string | null },
): Promise<number> {
  const rows = await transaction
    .select()
    .from(documents)
    .where(and(isParkedAt(transaction, deploymentId), isNull(documents.hold), schemaId === null ? undefined : isOfSchema(schemaId)))
    .orderBy(asc(documents.id))
    .limit(MOST_AT_ONCE)
    .for('update');
  await resumeParked(desk, transaction, actor, rows);
  return rows.length;
}

/**
 * Has documents go on from where they are at their deployment: nothing that is there is sent again.
 * @param rows locked; documents that wait for an id, or failed after an id was tried with them
 * @param trialId the id that is tried with them; null = the one that was told
 */
export async function resumeParked(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  actor: Actor | null,
  rows: readonly DocumentRow[],
  trialId: string | null = null,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const begunAt = now().toISOString();
  const trial = sql`jsonb_build_object('remote_schema_id', ${trialId}::text, 'run', ${submissions.run} + 1, 'begun_at', ${begunAt}::text)`;
  const sent = await transaction
    .update(submissions)
    .set({ run: sql`${submissions.run} + 1`, ...(trialId === null ? {} : { trial }) })
    .where(inArray(submissions.documentId, ids))
    .returning();
  const submissionOf = new Map(sent.map((submission) => [submission.documentId, submission]));
  for (const row of rows) {
    const { deploymentId, remoteDocumentId, indexedAt, run } = submissionOf.get(row.id)!;
    // it was not sent: what goes with it may tell the id that it waited for
    if (remoteDocumentId === null) {
      const metadata = await makeMetadata(transaction, deploymentId, row, trialId);
      await transaction.update(submissions).set({ metadata }).where(eq(submissions.documentId, row.id));
    }
    const state = remoteDocumentId === null ? 'received' : indexedAt === null || row.schemaId === null ? 'indexing' : 'extracting';
    await transaction
      .update(documents)
      .set({
        ...stateAfter(row.state === 'failed' ? 'retried' : 'mapped', row.state, state),
        hold: null,
        failure: null,
        trouble: null,
        updatedAt: now(),
      })
      .where(eq(documents.id, row.id));
    await sendFollow(desk, { documentId: row.id, run }, { tx: transaction });
  }
  const detail = trialId === null ? {} : { remote_schema_id: trialId };
  const audits = rows.map(({ id }) => ({ actor, documentId: id, event: 'document.resumed' as const, detail }));
  if (audits.length > 0) await appendAudit(transaction, audits);
}

/**
 * Lets the documents go on that were too many to go on at once when their schema's id was told, and those at a deployment that was
 * found to be ours: it gets schemas from the desk.
 */
export async function releaseRest(desk: Pick<Desk, 'queue' | 'database'>): Promise<void> {
  const ours = sql<boolean>`${deployments.ours} is true`;
  const left = await desk.database
    .selectDistinct({
      deploymentId: deployments.id,
      schemaId: sql<string | null>`case when ${ours} then null else ${schemaMappings.schemaId} end`,
    })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .leftJoin(
      schemaMappings,
      and(
        eq(schemaMappings.deploymentId, deployments.id),
        or(eq(documents.schemaId, schemaMappings.schemaId), and(isNull(documents.schemaId), isNotNull(schemaMappings.schemaId))),
      ),
    )
    .where(and(eq(documents.state, 'unmapped'), isNull(documents.hold), or(ours, isNotNull(schemaMappings.schemaId))));
  for (const mapped of left) await desk.database.transaction((transaction) => releaseSome(desk, transaction, null, mapped));
}

function isParkedAt(executor: Executor, deploymentId: string) {
  const there = executor.select({ id: submissions.documentId }).from(submissions).where(eq(submissions.deploymentId, deploymentId));
  return and(eq(documents.state, 'unmapped'), inArray(documents.id, there));
}

/** Documents that wait for the id of this schema, or for any. */
function isOfSchema(schemaId: string) {
  return or(eq(documents.schemaId, schemaId), isNull(documents.schemaId));
}
