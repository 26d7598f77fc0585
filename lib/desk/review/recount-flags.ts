import { and, asc, eq, gt } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import type { Desk } from '../context/desk.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { documents } from '../documents/tables.ts';
import { schemas } from '../schemas/tables.ts';
import { findReview, type Review, reviewColumns } from './review.ts';

const AT_ONCE = 100;

/**
 * Counts the open flags of the documents of a schema anew that wait for a review, after its thresholds were changed. Their revision stays:
 * no value was changed.
 */
export async function recountFlags(
  desk: Pick<Desk, 'database'>,
  { data, signal }: Pick<QueueJob<{ schemaId: string }>, 'data' | 'signal'>,
): Promise<Again | undefined> {
  // whoever saves thresholds now asked for this job, perhaps while it was still waiting: it must see what was saved
  await desk.database.select({ id: schemas.id }).from(schemas).where(eq(schemas.id, data.schemaId)).for('key share');
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const portion = await desk.database
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.schemaId, data.schemaId), eq(documents.state, 'to_review'), gt(documents.id, last)))
      .orderBy(asc(documents.id))
      .limit(AT_ONCE);
    for (const { id } of portion) {
      if (signal.aborted) return { againInMs: 0 };
      await recountDocument(desk, id);
    }
    const end = portion.at(-1);
    if (!end || portion.length < AT_ONCE) return undefined;
    last = end.id;
  }
}

async function recountDocument(desk: Pick<Desk, 'database'>, id: string): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const [row] = await transaction.select().from(documents).where(eq(documents.id, id)).for('update');
    if (row?.state !== 'to_review') return;
    const review = await findReview(transaction, row);
    if (!review) return;
    const { openFlags, lowestConfidence, expectedErrors } = reviewColumns(review);
    const isSame = openFlags === row.openFlags && lowestConfidence === row.lowestConfidence && expectedErrors === row.expectedErrors;
    if (!isSame) await recountRow(transaction, row, review);
  });
}

/** Writes what follows from a review to the row of a document, which is locked, so that who shows it looks again. @returns the row */
export async function recountRow(transaction: Transaction, row: DocumentRow, review: Review): Promise<DocumentRow> {
  const { openFlags, lowestConfidence, expectedErrors } = reviewColumns(review);
  const columns = { openFlags, lowestConfidence, expectedErrors };
  await transaction.update(documents).set({ openFlags, lowestConfidence, expectedErrors }).where(eq(documents.id, row.id));
  return { ...row, ...columns };
}
