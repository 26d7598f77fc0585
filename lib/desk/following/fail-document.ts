import { and, eq } from 'drizzle-orm';
import { isInFlight } from '#lib/contract/desk/groups-of-states.ts';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { now } from '#lib/platform/clock.ts';
import { findOpenSpan } from '#lib/platform/trace-context.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { settleKind } from '../classification/settle-kind.ts';
import type { Desk } from '../context/desk.ts';
import { stateAfter } from '../documents/states/document-states.ts';
import { documents, submissions } from '../documents/tables.ts';
import { countFailure } from '../insights/count-failure.ts';
import { lockRun } from '../jobs/lock-run.ts';

/** Marks a document as failed, unless a person asked for a newer run meanwhile or it is settled already. */
export async function failDocument(desk: Desk, of: { documentId: string; run: number }, failure: Failure): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const row = await lockRun(transaction, of);
    if (!row || !isInFlight(row.state)) return;
    findOpenSpan()?.fail(failure.code);
    // it is read: a person can say what it is
    if (row.state === 'classifying') return void (await settleKind(transaction, row, { reason: failure.message }));
    await transaction
      .update(documents)
      .set({ ...stateAfter('failed', row.state, 'failed'), failure, trouble: null, updatedAt: now() })
      .where(and(eq(documents.id, of.documentId)));
    const [submission] = await transaction
      .select({ deploymentId: submissions.deploymentId })
      .from(submissions)
      .where(eq(submissions.documentId, of.documentId));
    if (submission) await countFailure(transaction, { ...submission, schemaId: row.schemaId });
    await appendAudit(transaction, [
      { actor: null, documentId: of.documentId, event: 'document.failed', detail: { ...failure, during: row.state } },
    ]);
  });
}
