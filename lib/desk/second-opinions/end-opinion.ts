import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { approveByItself, findApprovalRule } from '../automatic-approval/approve-by-itself.ts';
import type { Desk } from '../context/desk.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { documents } from '../documents/tables.ts';
import { recountRow } from '../review/recount-flags.ts';
import { findReview, type Review } from '../review/review.ts';
import { extractions, secondOpinions } from '../review/tables.ts';
import { findSchemaSettings } from '../schemas/schema-settings-row.ts';
import { schemaSettings, schemas } from '../schemas/tables.ts';
import { opinionGiver } from './opinion-giver.ts';
import { startOpinion } from './start-opinion.ts';
import { stopKeeping, stopOpinion } from './stop-opinion.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * The first documents, by id, with an opinion, or a copy that is kept, of another deployment than is asked about their schema now.
 * @param options.after only documents with a greater id
 */
export async function listLeftOver(
  executor: Executor,
  { schemaId, after = FIRST, limit }: { schemaId?: string; after?: string; limit: number },
): Promise<string[]> {
  // the same as `opinionGiver`
  const giver = sql`case when ${schemaSettings.learnFromApprovals} then ${schemaSettings.secondOpinionBy} end`;
  const wanted = and(gt(documents.id, after), schemaId === undefined ? undefined : eq(documents.schemaId, schemaId));
  const opinions = executor
    .select({ id: documents.id })
    .from(secondOpinions)
    .innerJoin(documents, eq(documents.id, secondOpinions.documentId))
    .leftJoin(schemaSettings, eq(schemaSettings.schemaId, documents.schemaId))
    .where(and(wanted, sql`${secondOpinions.deploymentId} is distinct from ${giver}`));
  const copies = executor
    .select({ id: documents.id })
    .from(comparisonCopies)
    .innerJoin(documents, eq(documents.id, comparisonCopies.documentId))
    .leftJoin(schemaSettings, eq(schemaSettings.schemaId, documents.schemaId))
    .where(and(wanted, isNull(comparisonCopies.removeAt), sql`${comparisonCopies.deploymentId} is distinct from ${giver}`));
  const rows = await union(opinions, copies).orderBy(asc(sql`1`)).limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Makes the second opinion of a document fit to the settings of its schema: that of a deployment that is not asked any more goes, with the copy
 * that was sent there and what it taught. In review it is asked about anew where another deployment is asked now; else one that only waited for
 * its opinion approves itself. May be repeated.
 */
export async function endOpinion(desk: Desk, id: string): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const [row] = await transaction.select().from(documents).where(eq(documents.id, id)).for('update');
    if (!row) return;
    // settings saved from here on wait, so that what is done then fits to them
    if (row.schemaId) await transaction.select({ id: schemas.id }).from(schemas).where(eq(schemas.id, row.schemaId)).for('key share');
    const settings = await findSchemaSettings(transaction, row.schemaId);
    const giver = opinionGiver(settings);
    const [had] = await transaction.select().from(secondOpinions).where(eq(secondOpinions.documentId, id));
    if (!had || had.deploymentId === giver) {
      if (await hasOtherCopy(transaction, id, giver)) await stopKeeping(desk, transaction, id, { inTurn: true });
      return;
    }
    await stopOpinion(desk, transaction, id, { inTurn: true });
    // a decision is not counted anew
    const review = row.state === 'to_review' ? await findReview(transaction, row) : null;
    if (!review) return;
    const counted = await recountRow(transaction, row, review);
    const [answer] = await transaction.select({ at: extractions.at }).from(extractions).where(eq(extractions.documentId, id));
    if (!answer) return;
    const answered = { documentId: id, schema: review.schema, at: answer.at, holdsApproval: had.holdsApproval };
    const isAsked = await startOpinion(desk, transaction, answered, settings);
    // it waited for nothing else
    if (had.holdsApproval && !isAsked) await approveHeld(desk, transaction, counted, review);
  });
}

async function approveHeld(desk: Desk, transaction: Transaction, row: DocumentRow, review: Review): Promise<void> {
  const { schema, result } = review;
  const rule = await findApprovalRule(transaction, { documentId: row.id, schema, engine: result.engine });
  const approved = rule && (await approveByItself(desk, transaction, row, review, rule, { isAwaited: true }));
  if (approved) await appendAudit(transaction, approved);
}

async function hasOtherCopy(executor: Executor, id: string, giver: string | null): Promise<boolean> {
  const [kept] = await executor
    .select({ deploymentId: comparisonCopies.deploymentId })
    .from(comparisonCopies)
    .where(and(eq(comparisonCopies.documentId, id), isNull(comparisonCopies.removeAt)));
  return kept !== undefined && kept.deploymentId !== giver;
}
