import { eq, sql } from 'drizzle-orm';
import type { DeskSplitting, SplitProposal } from '#lib/contract/desk/splitting.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { isComposable } from '#lib/reading/model/readable-kinds.ts';
import { type Desk, SPLIT_QUEUE, type SplitJob } from '../context/desk.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { type DocumentSplit, findDocumentSplit, saveDocumentSplit } from '../documents/document-split.ts';
import { followAnew } from '../documents/follow-anew.ts';
import { stateAfter } from '../documents/states/document-states.ts';
import { documents, splitParts } from '../documents/tables.ts';
import { splittings } from './tables.ts';

/** A document waits for a person when a boundary is at least so probable; below that it goes on as one, with a hint. See docs/splitting.md. */
const HOLD_FROM = 0.8;

/** True for a document that was just read, of which the desk asks by itself whether it is several: nobody said what it is. */
export async function mayBeSeveral(
  executor: Executor,
  row: Pick<DocumentRow, 'id' | 'mediaType' | 'pageCount' | 'schemaId'>,
): Promise<boolean> {
  if (row.schemaId !== null || !isComposable(row.mediaType) || (row.pageCount ?? 0) < 2) return false;
  const [part] = await executor.select({ id: splitParts.documentId }).from(splitParts).where(eq(splitParts.documentId, row.id));
  return part === undefined && (await findDocumentSplit(executor, row.id)) === null;
}

/** Has the worker ask whether a document that was just read is several. Call with its row locked. */
export async function lookByItself(desk: Pick<Desk, 'queue'>, transaction: Transaction, documentId: string): Promise<void> {
  await saveDocumentSplit(transaction, documentId, { state: 'looking', count: null });
  await sendLook(desk, transaction, documentId, null);
}

type SplittingRow = Pick<DocumentRow, 'state' | 'mediaType' | 'pageCount' | 'pagesRead' | 'readingFailure'>;

/** Why a document cannot be split now, in words for the person; null when it can. */
export function whyNotSplit(row: SplittingRow): string | null {
  switch (row.state) {
    case 'received':
    case 'indexing':
      return 'The document is still being read. Wait a moment.';
    case 'approved':
    case 'rejected':
      return `The document is ${row.state}. Reopen it first.`;
    case 'split':
      return 'The document is split already.';
  }
  if (!isComposable(row.mediaType))
    return 'Only PDF and TIFF files can be split. Save it as PDF, or split it in the program it was made with, and add the parts.';
  if (row.readingFailure)
    return `${row.readingFailure.message} So it cannot be split here: save it again as PDF, or split it in the program it was made with.`;
  if ((row.pageCount ?? 0) < 2) return 'The document has one page only.';
  if (readingOf(row) === 'under_way')
    return `The desk has read ${row.pagesRead} of its ${row.pageCount} pages. When it is done, they are shown here by themselves. If it stays like that, save the file anew as PDF.`;
  return null;
}

/** How it stands with the desk's own reading of a file. */
export function readingOf(row: Pick<DocumentRow, 'state' | 'pageCount' | 'pagesRead' | 'readingFailure'>): DeskSplitting['reading'] {
  if (row.readingFailure) return 'failed';
  return row.state !== 'failed' && row.pagesRead < (row.pageCount ?? 1) ? 'under_way' : 'done';
}

/** Has the worker ask where documents begin in a file. Call with the document's row locked. @param personId null when the desk asks by itself */
export async function sendLook(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  documentId: string,
  personId: string | null,
): Promise<void> {
  const fresh = {
    state: 'requested' as const,
    segments: [],
    engine: null,
    failure: null,
    requestedById: personId,
    requestedAt: now(),
    settledAt: null,
  };
  const [row] = await transaction
    .insert(splittings)
    .values({ documentId, ...fresh })
    .onConflictDoUpdate({ target: splittings.documentId, set: { ...fresh, run: sql`${splittings.run} + 1` } })
    .returning({ run: splittings.run });
  const job: SplitJob = { documentId, run: row!.run };
  await desk.queue.send(SPLIT_QUEUE, job, { tx: transaction, singletonKey: `${job.documentId}.${job.run}` });
}

/**
 * What becomes of a document after its file was looked at. Several documents are never made without a person: a document that
 * waits for this becomes `stacked` when a boundary is probable enough; otherwise, or when it is further already, it only gets
 * a hint. One that was `stacked` before stays so while it may be several. Call with its row locked.
 * @param segments null when the look failed
 */
export async function goOnAfterLook(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  row: DocumentRow,
  segments: SplitProposal['segments'] | null,
): Promise<DocumentRow> {
  const before = await findDocumentSplit(transaction, row.id);
  if (before?.state === 'split' || before?.state === 'dismissed') return row;
  // it says nothing against what was found before
  if (row.state === 'stacked' && segments === null) return row;
  const isSeveral = segments !== null && segments.length > 1;
  const found = isSeveral ? { state: 'proposed' as const, count: segments.length } : null;
  const isProbable = isSeveral && segments.slice(1).some(({ confidence }) => confidence >= HOLD_FROM);
  const isHeld = (isProbable && row.state === 'indexed') || (isSeveral && row.state === 'stacked');
  // only what waited for the answer goes on because of it
  if (!isHeld && (before?.state === 'looking' || row.state === 'stacked')) return goOnAsOne(desk, transaction, row, found);
  await saveDocumentSplit(transaction, row.id, found);
  const [updated] = await transaction
    .update(documents)
    .set({ ...(isHeld ? stateAfter('held', row.state, 'stacked') : {}), updatedAt: now() })
    .where(eq(documents.id, row.id))
    .returning();
  return updated!;
}

/**
 * Lets a document that waited for the question whether it is several go on as one: its kind is found, or a schema is
 * chosen. Call with its row locked.
 * @param split what is now known of its being several documents
 */
export async function goOnAsOne(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  row: DocumentRow,
  split: DocumentSplit | null,
): Promise<DocumentRow> {
  const isWaiting = row.state === 'indexed' || row.state === 'stacked';
  const isClassified = isWaiting && row.recognise && row.schemaId === null;
  const at = now();
  await saveDocumentSplit(transaction, row.id, split);
  const [updated] = await transaction
    .update(documents)
    .set({ ...(isWaiting ? stateAfter('taken_as_one', row.state, isClassified ? 'classifying' : 'indexed') : {}), updatedAt: at })
    .where(eq(documents.id, row.id))
    .returning();
  if (isClassified) await followAnew(desk, transaction, row.id);
  return updated!;
}
