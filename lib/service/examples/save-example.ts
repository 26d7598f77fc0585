import { and, eq, isNull, sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Example, ExampleDraft } from '#lib/contract/service/example.ts';
import { newId } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { LEARN_QUEUE } from '../context/queues.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { type DocumentRow, documents, examples, schemas } from '../context/tables.ts';
import { getSchema } from '../schemas/get-schema.ts';
import { checkApproved, countValues } from './check-approved.ts';
import { toExample } from './to-example.ts';

/** What was saved, and of which schema; `created`: false where it took the place of the document's example of before. */
export type SavedExample = { example: Example; schemaName: string; created: boolean };

/**
 * Saves an approved document as an example of a schema, to be learned from in the background. A document is one example of a schema at
 * most: a new draft takes the place of the old one, which is forgotten at once.
 * @param onSaved runs last in the same transaction
 * @throws ProblemError `not_found` for an unknown schema or document, `document_not_ready`, `invalid_request` when values do not fit the
 * schema's newest version
 */
export async function saveExample(
  { database, queue }: Pick<ServiceContext, 'database' | 'queue'>,
  schemaId: string,
  draft: ExampleDraft,
  onSaved?: (tx: Transaction, saved: SavedExample) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    // shared locks: either we find schema and document removed, or whoever removes them finds our example
    await tx
      .select({ id: schemas.id })
      .from(schemas)
      .where(and(eq(schemas.id, schemaId), isNull(schemas.removedAt)))
      .for('share');
    const schema = await getSchema(tx, schemaId);
    const [document] = await tx.select().from(documents).where(eq(documents.id, draft.document_id)).for('share');
    requireIndexed(document);
    checkApproved(schema, draft.fields);
    const content = {
      approved: draft.fields,
      valueCount: countValues(draft.fields),
      approvedBy: draft.approved_by ?? null,
      approvedAt: draft.approved_at ? new Date(draft.approved_at) : null,
      secondCheck: draft.second_check ?? null,
    };
    const unlearned = {
      status: 'pending' as const,
      importedName: null,
      lesson: null,
      lessonVersion: null,
      sketch: null,
      layoutId: null,
      error: null,
    };
    const id = newId();
    const [row] = await tx
      .insert(examples)
      .values({ id, schemaId: schema.id, documentId: document.id, ...content })
      .onConflictDoUpdate({
        target: [examples.documentId, examples.schemaId],
        set: { ...content, ...unlearned, attempt: sql`${examples.attempt} + 1`, updatedAt: sql`now()` },
      })
      .returning();
    const example = toExample({ ...row!, documentName: document.name });
    await queue.send(LEARN_QUEUE, { exampleId: row!.id, draft: row!.attempt }, { tx });
    await onSaved?.(tx, { example, schemaName: schema.name, created: row!.id === id });
  });
}

function requireIndexed(document: DocumentRow | undefined): asserts document is DocumentRow {
  if (!document) {
    const message = 'There is no document with this id.';
    throw new ProblemError('not_found', message, { errors: [{ pointer: '/document_id', message }] });
  }
  if (document.status === 'completed') return;
  const message =
    document.status === 'failed'
      ? `The document could not be indexed: ${document.error?.message ?? 'the reason is unknown.'}`
      : 'The document is being indexed. Wait until its status is completed.';
  throw new ProblemError('document_not_ready', message, document.status === 'failed' ? {} : { headers: { 'retry-after': '2' } });
}
