import { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { fileKey } from '#lib/files/file-key.ts';
import { lockFile } from '#lib/files/lock-file.ts';
import type { Received } from '#lib/platform/blobs/blob-store.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { type Desk, REMOVE_QUEUE, type RemoveJob } from '../../context/desk.ts';
import { removeUnusedFile } from '../remove-unused-file.ts';
import { isLongerThan, shortenJson } from './shorten-json.ts';
import { keptAnswers } from './tables.ts';
import { writeJson } from './write-json.ts';

/** A longer answer, as JSON, is shown shortened. */
export const LONGEST_SHOWN_BYTES = 200_000;
/** What is shown of it. */
export const SHOWN_BYTES = 100_000;

/** `extraction`: the answer that a document's values are from · `unread`: one that could not be understood. */
export type AnswerKind = 'extraction' | 'unread';

/** An answer as the database keeps it. `whole`: all of it, when `shown` is only its beginning; it waits to be kept or discarded. */
export type StagedAnswer = { shown: unknown; whole: Received | null };

/**
 * Writes an answer that is too large for the database to the store, and removes it there unless it was kept.
 * @param longest bytes of JSON that the database keeps
 * @param keep see `keepAnswer`; false = nobody waits for the answer any more
 * @returns what `keep` said
 * @throws ProblemError `storage_full`
 */
export async function withStagedAnswer(
  desk: Desk,
  raw: unknown,
  longest: number,
  keep: (staged: StagedAnswer) => Promise<boolean>,
): Promise<boolean> {
  const staged = await stageAnswer(desk, raw, longest);
  let isKept = false;
  try {
    isKept = await keep(staged);
  } finally {
    if (!isKept) await discardAnswer(desk, staged);
  }
  return isKept;
}

async function stageAnswer(desk: Desk, raw: unknown, longest: number): Promise<StagedAnswer> {
  if (!isLongerThan(raw, longest)) return { shown: raw, whole: null };
  const whole = await desk.blobs.receive(Readable.from(writeJson(raw), { objectMode: false }), { maxBytes: Number.POSITIVE_INFINITY });
  return { shown: shortenJson(raw, Math.min(SHOWN_BYTES, longest)), whole };
}

/** Makes a staged answer the document's; what was kept of the one before is removed. The document's row is locked. */
export async function keepAnswer(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  of: { documentId: string; kind: AnswerKind },
  { whole }: StagedAnswer,
): Promise<void> {
  const { documentId, kind } = of;
  const which = and(eq(keptAnswers.documentId, documentId), eq(keptAnswers.kind, kind));
  const [before] = await transaction.select().from(keptAnswers).where(which);
  if (whole) {
    const { sha256, size } = whole;
    await lockFile(transaction, sha256);
    await whole.keep(fileKey);
    await transaction
      .insert(keptAnswers)
      .values({ documentId, kind, sha256, size })
      .onConflictDoUpdate({ target: [keptAnswers.documentId, keptAnswers.kind], set: { sha256, size } });
  } else if (before) await transaction.delete(keptAnswers).where(which);
  if (before && before.sha256 !== whole?.sha256) await removeAnswerFile(desk, transaction, before.sha256);
}

/** Has the file of an answer removed that is no document's any more. */
export async function removeAnswerFile(desk: Pick<Desk, 'queue'>, transaction: Transaction, sha256: string): Promise<void> {
  const job: RemoveJob = { sha256, deploymentId: null, remoteDocumentId: null };
  await desk.queue.send(REMOVE_QUEUE, job, { tx: transaction });
}

/** Leaves nothing of it, unless some document has it. */
async function discardAnswer(desk: Desk, { whole }: StagedAnswer): Promise<void> {
  if (!whole) return;
  await whole.discard();
  await removeUnusedFile(desk, whole.sha256).catch(() => undefined);
}
