import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { AcceptSplit, DeskSplitting } from '#lib/contract/desk/splitting.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { findPlanFaults } from '#lib/document/splitting/find-plan-faults.ts';
import { fileKey } from '#lib/files/file-key.ts';
import { lockFile } from '#lib/files/lock-file.ts';
import type { Received } from '#lib/platform/blobs/blob-store.ts';
import { newId, now } from '#lib/platform/clock.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import { type Actor, type ConnectedDeployment, type Desk, READ_QUEUE, type ReadJob } from '../../context/desk.ts';
import { sendFollow } from '../../context/send-follow.ts';
import { deployments } from '../../deployments/tables.ts';
import { refuseLocked, removeLock } from '../../documents/availability/document-lock.ts';
import { removePostponement } from '../../documents/availability/postponement.ts';
import { cleanName } from '../../documents/clean-name.ts';
import { type DocumentRow, getDocumentRow, lockDocumentRow } from '../../documents/desk-document.ts';
import { findDocumentSplit, saveDocumentSplit } from '../../documents/document-split.ts';
import { findDuplicate } from '../../documents/find-duplicate.ts';
import { findPassword } from '../../documents/find-password.ts';
import { makeMetadata } from '../../documents/make-metadata.ts';
import { removeUnusedFile } from '../../documents/remove-unused-file.ts';
import { stateAfter } from '../../documents/states/document-states.ts';
import { documents, splitParts, splits, submissions } from '../../documents/tables.ts';
import { closeReopenedSample } from '../../review/close-reopened-sample.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { whyNotSplit } from '../splitting.ts';
import { describeSplitting, getSplitting } from './get-splitting.ts';

/**
 * Makes documents of their own of a document's pages; the original stays as `split`. The new files are made first, in a
 * child process; then the split, its documents and their jobs come into being in one transaction, so that a program that
 * dies leaves all or nothing. The same `id` again is the same request.
 * @throws ProblemError `not_found`, `invalid_request` (a page without exactly one place), `conflict` (it cannot be split,
 * or was split by someone else), `document_locked`, or why the file cannot be read
 */
export async function acceptSplit(desk: Desk, actor: NonNullable<Actor>, id: string, body: AcceptSplit): Promise<DeskSplitting> {
  const row = await getDocumentRow(desk.database, id);
  if (await isDone(desk.database, row, body)) return getSplitting(desk, id);
  const pageCount = requireSplittable(row);
  const errors = findPlanFaults(body, pageCount);
  if (errors[0]) throw new ProblemError('invalid_request', errors[0].message, { errors });
  const target = await chooseTarget(desk, id);
  const parts = body.documents.map(({ pages }) => pages);
  const password = await findPassword(desk, id);
  return desk.reader.compose({ sha256: row.sha256, name: row.name, password, pageCount, parts }, async (files) => {
    const received: Received[] = [];
    try {
      for await (const file of files) received.push(await desk.blobs.receive(file, { maxBytes: desk.config.service.maxUploadBytes }));
      return await desk.database.transaction((transaction) => save(desk, transaction, { actor, id, body, target, received }));
    } finally {
      // what was kept stays; what was not must leave nothing
      for (const one of received) {
        await one.discard();
        await removeUnusedFile(desk, one.sha256).catch(() => undefined);
      }
    }
  });
}

/** True when this very request was carried out before. @throws ProblemError `conflict` */
async function isDone(executor: Executor, row: DocumentRow, { id, documents: asked, dropped }: AcceptSplit): Promise<boolean> {
  const [known] = await executor.select().from(splits).where(eq(splits.id, id));
  if (!known) return false;
  if (known.documentId !== row.id) throw new ProblemError('conflict', 'A split with this id belongs to another document.');
  if (known.undoneAt) throw new ProblemError('conflict', 'This split was undone. Reload the document to split it again.');
  if (!isDeepStrictEqual(known.plan, { documents: asked, dropped }))
    throw new ProblemError('conflict', 'The file was already split in another way. Reload the document to see how.');
  return true;
}

/** @returns its pages */
function requireSplittable(row: DocumentRow): number {
  const refusal = whyNotSplit(row);
  if (refusal) throw new ProblemError('conflict', refusal);
  return row.pageCount ?? 0;
}

/** Where the original was sent, or where new documents go when that takes no more. Not for use inside a transaction. */
async function chooseTarget(desk: Desk, documentId: string): Promise<ConnectedDeployment> {
  const [at] = await desk.database
    .select({ id: deployments.id, retiredAt: deployments.retiredAt })
    .from(submissions)
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .where(eq(submissions.documentId, documentId));
  return at && !at.retiredAt ? desk.getDeployment(at.id) : desk.present();
}

type Saving = { actor: NonNullable<Actor>; id: string; body: AcceptSplit; target: ConnectedDeployment; received: readonly Received[] };

async function save(desk: Desk, transaction: Transaction, saving: Saving): Promise<DeskSplitting> {
  const { actor, id, body } = saving;
  const row = await lockDocumentRow(transaction, id);
  // the same request came twice at a time
  if (await isDone(transaction, row, body)) return describeSplitting(transaction, row);
  requireSplittable(row);
  await refuseLocked(transaction, row, actor, body.tab);
  const at = now();
  const before = await findDocumentSplit(transaction, id);
  const prior = { state: row.state, failure: row.failure, splitState: before?.state ?? null, splitCount: before?.count ?? null };
  const plan = { documents: body.documents, dropped: body.dropped };
  await transaction.insert(splits).values({ id: body.id, documentId: id, plan, prior, actorId: actor.id, actorName: actor.name, at });
  const made = await saveChildren(desk, transaction, saving, row);
  const [updated] = await transaction
    .update(documents)
    .set({
      ...stateAfter('split', row.state, 'split'),
      failure: null,
      trouble: null,
      firstApproval: null,
      revision: row.revision + 1,
      updatedAt: at,
    })
    .where(eq(documents.id, id))
    .returning();
  await saveDocumentSplit(transaction, id, { state: 'split', count: made.length });
  await closeReopenedSample(transaction, id, actor, null);
  await removePostponement(transaction, id);
  await removeLock(transaction, id);
  // an extraction under way has nothing to say any more
  await transaction
    .update(submissions)
    .set({ run: sql`${submissions.run} + 1` })
    .where(eq(submissions.documentId, id));
  const detail = {
    documents: made.map(({ id: child, name }, index) => ({
      id: child,
      name,
      pages: body.documents[index]!.pages.map(({ number }) => number),
    })),
    ...(body.dropped.length > 0 ? { dropped: body.dropped } : {}),
  };
  const answer = await describeSplitting(transaction, updated!);
  await appendAudit(transaction, [
    { actor, documentId: id, event: 'document.split', detail },
    ...made.map(({ id: child, name, size, sha256, schema }) => ({
      actor,
      documentId: child,
      event: 'document.received',
      detail: { name, size, sha256, split_from: id, ...(schema ? { schema_id: schema.id, schema_name: schema.name } : {}) },
    })),
  ]);
  return answer;
}

type Made = { id: string; name: string; size: number; sha256: string; schema: Schema | null };

async function saveChildren(desk: Desk, transaction: Transaction, saving: Saving, row: DocumentRow): Promise<Made[]> {
  const { actor, body, target, received } = saving;
  const at = now();
  // always in the same order, so that two transactions never wait for each other
  for (const { sha256 } of received.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))) await lockFile(transaction, sha256);
  const made: Made[] = [];
  for (const [index, file] of received.entries()) {
    const { schema_id: schemaId, pages } = body.documents[index]!;
    const schema = schemaId === null ? null : await getCurrentSchema(transaction, schemaId);
    await file.keep(fileKey);
    const { sha256, size } = file;
    const id = newId();
    const name = nameOf(row.name, index + 1, received.length);
    await transaction.insert(documents).values({
      id,
      name,
      folder: row.folder,
      ...stateAfter('received', 'new', 'received'),
      mediaType: 'application/pdf',
      size,
      sha256,
      pageCount: pages.length,
      schemaId: schema?.id ?? null,
      schemaName: schema?.name ?? null,
      schemaVersion: schema?.version ?? null,
      recognise: schema === null,
      ...(await findDuplicate(transaction, { id, sha256 })),
      priority: row.priority,
      dueAt: row.dueAt,
      createdAt: at,
      createdById: actor.id,
      createdByName: actor.name,
      updatedAt: at,
    });
    await transaction.insert(splitParts).values({ documentId: id, splitId: body.id, fromId: row.id, fromName: row.name, pages });
    const described = {
      id,
      name,
      folder: row.folder,
      schemaId: schema?.id ?? null,
      schemaName: schema?.name ?? null,
      createdByName: actor.name,
    };
    const metadata = await makeMetadata(transaction, target.id, described);
    await transaction.insert(submissions).values({ documentId: id, deploymentId: target.id, metadata });
    await sendFollow(desk, { documentId: id, run: 1 }, { tx: transaction });
    if (!target.embedded) await desk.queue.send(READ_QUEUE, { documentId: id } satisfies ReadJob, { tx: transaction });
    made.push({ id, name, size, sha256, schema });
  }
  return made;
}

/** `stack.pdf` → `stack (2 of 3).pdf`. */
function nameOf(original: string, number: number, count: number): string {
  const stem = original.replace(/\.(pdf|tiff?)$/i, '');
  return cleanName(count === 1 ? `${stem} (arranged).pdf` : `${[...stem].slice(0, 200).join('')} (${number} of ${count}).pdf`);
}
