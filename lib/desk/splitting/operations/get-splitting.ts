import { and, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { DeskSplitting, SplitChild, SplitProposal } from '#lib/contract/desk/splitting.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import { auditEntries } from '../../audit/tables.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { refuseLocked } from '../../documents/availability/document-lock.ts';
import { type DocumentRow, getDeskDocument, getDocumentRow, lockDocumentRow } from '../../documents/desk-document.ts';
import { findDocumentSplit } from '../../documents/document-split.ts';
import { countExpiredParts, listParts, partsUnder } from '../../documents/split-parts.ts';
import { splits } from '../../documents/tables.ts';
import { nameApproved } from '../name-approved.ts';
import { goOnAsOne, readingOf, sendLook, whyNotSplit } from '../splitting.ts';
import { splittings } from '../tables.ts';

/**
 * Everything about the documents in a document's file: what is proposed, and what was made of it.
 * @param readerId who asks, see `isWithheld`
 * @throws ProblemError `not_found`
 */
export async function getSplitting(desk: Desk, id: string, readerId?: string): Promise<DeskSplitting> {
  return describeSplitting(desk.database, await getDocumentRow(desk.database, id), readerId);
}

/** The same of a row just read, or written for the last time, by the same transaction. */
export async function describeSplitting(executor: Executor, row: DocumentRow, readerId?: string): Promise<DeskSplitting> {
  const document = await getDeskDocument(executor, row.id, readerId);
  const [proposal] = await executor.select().from(splittings).where(eq(splittings.documentId, row.id));
  const [split] = await executor
    .select()
    .from(splits)
    .where(and(eq(splits.documentId, row.id), isNull(splits.undoneAt)));
  return {
    document,
    refusal: whyNotSplit(row),
    reading: readingOf(row),
    proposal: proposal ? { ...toProposal(proposal), segments: await nameApproved(executor, proposal) } : null,
    split: split
      ? {
          id: split.id,
          at: split.at.toISOString(),
          actor: { id: split.actorId, name: split.actorName },
          ...(await describeParts(executor, row.id, split.id)),
        }
      : null,
  };
}

function toProposal(row: typeof splittings.$inferSelect): Omit<SplitProposal, 'segments'> {
  return {
    state: row.state,
    engine: row.engine,
    failure: row.failure,
    requested_at: row.requestedAt.toISOString(),
  };
}

async function describeParts(executor: Executor, id: string, splitId: string): Promise<{ documents: SplitChild[]; expired: number }> {
  const parts = await listParts(executor, id);
  const made = parts.filter((part) => part.splitId === splitId);
  const touched = await findTouched(executor, made);
  const originals = [id, ...parts.filter(({ state }) => state === 'split').map((part) => part.id)];
  return {
    documents: made.map((row) => ({
      id: row.id,
      name: row.name,
      state: row.state,
      schema_name: row.schemaName,
      pages: row.pages,
      touched: touched.has(row.id),
      parts: partsUnder(parts, [row.id])
        .filter((part) => part.id !== row.id)
        .map(({ id: part, name, state }) => ({ id: part, name, state })),
    })),
    expired: await countExpiredParts(executor, originals),
  };
}

/** Those of the documents that a person has done anything to since they were made, by the audit trail. */
export async function findTouched(executor: Executor, rows: readonly { id: string }[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const found = await executor
    .selectDistinct({ id: auditEntries.documentId })
    .from(auditEntries)
    .where(
      and(
        inArray(
          auditEntries.documentId,
          rows.map(({ id }) => id),
        ),
        isNotNull(auditEntries.actorId),
        ne(auditEntries.event, 'document.received'),
      ),
    );
  return new Set(found.flatMap(({ id }) => id ?? []));
}

/**
 * Has boundaries proposed, or proposed anew; the worker follows it up. While that is under way, asking again changes nothing.
 * @throws ProblemError `not_found`, `conflict` (it cannot be split, and why)
 */
export async function requestProposal(desk: Desk, actor: NonNullable<Actor>, id: string): Promise<DeskSplitting> {
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    const refusal = whyNotSplit(row);
    if (refusal) throw new ProblemError('conflict', refusal);
    const [known] = await transaction.select().from(splittings).where(eq(splittings.documentId, row.id));
    if (known?.state !== 'requested' && known?.state !== 'running') {
      await sendLook(desk, transaction, row.id, actor.id);
      await appendAudit(transaction, [{ actor, documentId: row.id, event: 'split.look_requested' }]);
    }
    return describeSplitting(transaction, row);
  });
}

/**
 * Says that the file is one document, whatever was proposed; it goes on as such. Repeating it is harmless.
 * @throws ProblemError `not_found`, `conflict` (it is split), `document_locked`
 */
export async function dismissProposal(desk: Desk, actor: NonNullable<Actor>, id: string, tab?: string): Promise<DeskDocument> {
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    if (row.state === 'split') throw new ProblemError('conflict', 'The document is split already. Undo the split first.');
    const before = await findDocumentSplit(transaction, id);
    if (before?.state === 'dismissed') return getDeskDocument(transaction, id, actor.id);
    await refuseLocked(transaction, row, actor, tab);
    await goOnAsOne(desk, transaction, row, { state: 'dismissed', count: null });
    await appendAudit(transaction, [{ actor, documentId: id, event: 'split.dismissed', detail: { proposed: before?.count ?? null } }]);
    return getDeskDocument(transaction, id, actor.id);
  });
}
