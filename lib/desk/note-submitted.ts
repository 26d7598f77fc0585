import { and, eq } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database.ts';
import { documents, submissions } from './tables.ts';

/** What the desk needs of a deployment's answer to a sent file. */
export type SubmittedDocument = { id: string; status: string; mediaType?: string | null | undefined };

/** Notes that the deployment has the file: `received` becomes `indexing`. Nothing happens when a person asked for a newer run meanwhile. */
export async function noteSubmitted(
  transaction: Transaction,
  of: { documentId: string; run: number },
  submitted: SubmittedDocument,
): Promise<void> {
  const at = now();
  const [row] = await transaction
    .update(submissions)
    .set({ remoteDocumentId: submitted.id, looks: 0, stepAt: at })
    .where(and(eq(submissions.documentId, of.documentId), eq(submissions.run, of.run)))
    .returning({ documentId: submissions.documentId });
  if (!row) return;
  await transaction
    .update(documents)
    .set({
      state: 'indexing',
      serviceStatus: submitted.status,
      ...(submitted.mediaType ? { mediaType: submitted.mediaType } : {}),
      updatedAt: at,
    })
    .where(and(eq(documents.id, of.documentId), eq(documents.state, 'received')));
}
