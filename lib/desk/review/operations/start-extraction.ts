import { eq, sql } from 'drizzle-orm';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { DocumentKind } from '#lib/contract/service/classification.ts';
import { now } from '#lib/platform/clock.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { sendFollow } from '../../context/send-follow.ts';
import { refuseLocked } from '../../documents/availability/document-lock.ts';
import { type DocumentRow, getDeskDocument, lockDocumentRow } from '../../documents/desk-document.ts';
import { saveDocumentSplit } from '../../documents/document-split.ts';
import { forgetRemoteDocument } from '../../documents/forget-remote-document.ts';
import { makeMetadata } from '../../documents/make-metadata.ts';
import { findResumePoint } from '../../documents/resume-point.ts';
import { stateAfter } from '../../documents/states/document-states.ts';
import { documents, submissions } from '../../documents/tables.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { refuseStale } from '../refuse-stale.ts';
import { planSchemaChange } from '../schema-change.ts';

/**
 * Chooses or changes a document's schema and extracts (again) with its newest version. A document still being indexed
 * is extracted when that is done. What people did to values stays where the schema has the field, and comes back with a
 * schema that has it. A person's choice stands: the engine's, if it comes later, is dropped with its run.
 * The revision rises, so that nothing made on the values before is taken unseen.
 * @param options.revision the document the choice was made on: what somebody else chose meanwhile is not overridden unseen
 * @throws ProblemError `not_found`, `conflict` (approved, rejected or split), `document_locked`, `stale_revision`
 */
export async function startExtraction(
  desk: Desk,
  actor: NonNullable<Actor>,
  id: string,
  schemaId: string,
  { revision, tab }: { revision?: number | undefined; tab?: string | undefined } = {},
): Promise<DeskDocument> {
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    if (row.state === 'approved' || row.state === 'rejected') {
      throw new ProblemError('conflict', `The document is ${row.state}. Reopen it first.`);
    }
    if (row.state === 'split')
      throw new ProblemError('conflict', 'The document is split. Work on the documents made of it, or undo the split.');
    await refuseLocked(transaction, row, actor, tab);
    if (revision !== undefined && revision !== row.revision) {
      // the same choice made twice
      if (row.schemaId === schemaId && row.kind?.by === 'person') return getDeskDocument(transaction, id, actor.id);
      await refuseStale(transaction, row, revision, actor.id);
    }
    const schema = await getCurrentSchema(transaction, schemaId);
    const isChange = row.schemaId !== null && row.schemaId !== schema.id;
    const plan = isChange ? await planSchemaChange(transaction, row, schema) : null;
    const at = now();
    const [before] = await transaction.select().from(submissions).where(eq(submissions.documentId, id));
    const point = findResumePoint(row.failure, { remoteDocumentId: null, indexedAt: null, ...before, jobId: null });
    const state = point === 'send' ? 'received' : point === 'index' ? 'indexing' : 'extracting';
    // what a deployment has of a failed document is no longer there, or could not be read; what refused it is asked anew
    const described = { ...row, schemaId: schema.id, schemaName: schema.name };
    // what may have arrived is sent again only by who tries again
    const isRefused = row.state === 'failed' && row.failure?.code !== 'sending_unsure';
    if (point === 'send' && before && (before.remoteDocumentId || isRefused)) await forgetRemoteDocument(desk, transaction, described);
    // nothing was sent yet: what goes with the file may tell the schema
    const unsent = row.state === 'unmapped' && before && !before.remoteDocumentId;
    const fresh = unsent ? { metadata: await makeMetadata(transaction, before.deploymentId, described) } : {};
    const [submission] = await transaction
      .update(submissions)
      .set({ run: sql`${submissions.run} + 1`, ...fresh })
      .where(eq(submissions.documentId, id))
      .returning();
    await transaction
      .update(documents)
      .set({
        ...stateAfter('schema_chosen', row.state, state),
        failure: null,
        hold: null,
        trouble: null,
        schemaId: schema.id,
        schemaName: schema.name,
        schemaVersion: schema.version,
        kind: chosenKind(row, actor, schema.id),
        ...(row.schemaId === schema.id ? {} : { openFlags: null, lowestConfidence: null, expectedErrors: null }),
        // what was judged under the schema before must not be taken for judged under this one
        revision: row.revision + 1,
        updatedAt: at,
      })
      .where(eq(documents.id, id));
    // a schema for all of it: it is one document
    if (row.state === 'stacked') await saveDocumentSplit(transaction, id, { state: 'dismissed', count: null });
    await sendFollow(desk, { documentId: id, run: submission?.run ?? 1 }, { tx: transaction });
    const detail = {
      schema_id: schema.id,
      schema_name: schema.name,
      schema_version: schema.version,
      ...(isChange ? { instead_of: row.schemaName } : {}),
      ...(plan?.kept.length ? { kept: plan.kept.map(({ name }) => name) } : {}),
      ...(plan?.left.length ? { set_aside: plan.left.map(({ name }) => name) } : {}),
    };
    await appendAudit(transaction, [{ actor, documentId: id, event: 'extraction.requested', detail }]);
    return getDeskDocument(transaction, id, actor.id);
  });
}

/** The same schema again leaves open who chose it. */
function chosenKind(row: DocumentRow, actor: NonNullable<Actor>, schemaId: string): DocumentKind | null {
  if (row.schemaId === schemaId || (row.kind === null && !row.recognise)) return row.kind;
  const found = row.kind ?? { choices: [], reason: null };
  return { choices: found.choices, reason: found.reason, by: 'person', person: { id: actor.id, name: actor.name } };
}
