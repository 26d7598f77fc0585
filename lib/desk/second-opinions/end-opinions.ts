import { and, asc, eq, exists, gt, isNull, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import type { Desk } from '../context/desk.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { documents } from '../documents/tables.ts';
import { recountRow } from '../review/recount-flags.ts';
import { findReview } from '../review/review.ts';
import { extractions, secondOpinions } from '../review/tables.ts';
import { findSchemaSettings, type SchemaSettingsRow } from '../schemas/schema-settings-row.ts';
import { schemas } from '../schemas/tables.ts';
import { opinionGiver } from './opinion-giver.ts';
import { startOpinion } from './start-opinion.ts';
import { stopOpinion } from './stop-opinion.ts';

const AT_ONCE = 100;

/**
 * Makes the second opinions of a schema's documents fit to its settings: those of a deployment that is not asked any more go, with the copies
 * that were sent there and what these taught. Documents in review that had one are asked about anew where another deployment is asked now.
 * May be repeated.
 */
export async function endOpinions(
  desk: Desk,
  { data, signal }: Pick<QueueJob<{ schemaId: string }>, 'data' | 'signal'>,
): Promise<Again | undefined> {
  const { schemaId } = data;
  // whoever saves its settings now asked for this job, perhaps while it was still waiting: it must see what was saved
  await desk.database.select({ id: schemas.id }).from(schemas).where(eq(schemas.id, schemaId)).for('key share');
  const settings = await findSchemaSettings(desk.database, schemaId);
  const giver = opinionGiver(settings);
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const portion = await desk.database
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.schemaId, schemaId), gt(documents.id, last), hasOther(desk, giver)))
      .orderBy(asc(documents.id))
      .limit(AT_ONCE);
    for (const { id } of portion) {
      if (signal.aborted) return { againInMs: 0 };
      await desk.database.transaction((transaction) => endOpinion(desk, transaction, id, settings));
    }
    const end = portion.at(-1);
    if (!end || portion.length < AT_ONCE) return undefined;
    last = end.id;
  }
}

/** Documents with an opinion, or a copy that is kept, of another deployment than is asked now. */
function hasOther({ database }: Desk, giver: string | null) {
  const opinion = database
    .select({ one: sql`1` })
    .from(secondOpinions)
    .where(and(eq(secondOpinions.documentId, documents.id), giver === null ? undefined : ne(secondOpinions.deploymentId, giver)));
  const copy = database
    .select({ one: sql`1` })
    .from(comparisonCopies)
    .where(
      and(
        eq(comparisonCopies.documentId, documents.id),
        isNull(comparisonCopies.removeAt),
        giver === null ? undefined : ne(comparisonCopies.deploymentId, giver),
      ),
    );
  return or(exists(opinion), exists(copy));
}

async function endOpinion(desk: Desk, transaction: Transaction, id: string, settings: SchemaSettingsRow | null): Promise<void> {
  const [row] = await transaction.select().from(documents).where(eq(documents.id, id)).for('update');
  if (!row || row.schemaId !== settings?.schemaId) return;
  const [had] = await transaction.select().from(secondOpinions).where(eq(secondOpinions.documentId, id));
  await stopOpinion(desk, transaction, id);
  // a decision is not counted anew
  const review = row.state === 'to_review' ? await findReview(transaction, row) : null;
  if (!review) return;
  await recountRow(transaction, row, review);
  const [answer] = await transaction.select({ at: extractions.at }).from(extractions).where(eq(extractions.documentId, id));
  const { schema } = review;
  if (had && answer) {
    await startOpinion(desk, transaction, { documentId: id, schema, at: answer.at, holdsApproval: had.holdsApproval }, settings);
  }
}
