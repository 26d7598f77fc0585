import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { approveSchema, rejectSchema, reopenSchema } from '#lib/contract/desk/decision.ts';
import type { DeskDocumentDetail, DeskDocumentState } from '#lib/contract/desk/desk-document.ts';
import type { Effort } from '#lib/contract/desk/insights/effort.ts';
import type { Flag } from '#lib/contract/desk/review.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { countOpenFlags, describeOpenFlags } from '#lib/document/review/count-open-flags.ts';
import { newId, now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { sendCount } from '../../context/send-count.ts';
import { sendTeach } from '../../context/send-teach.ts';
import { removeAssignments } from '../../documents/availability/assignment.ts';
import { refuseLocked, removeLock } from '../../documents/availability/document-lock.ts';
import { removePostponement } from '../../documents/availability/postponement.ts';
import { type DocumentRow, lockDocumentRow } from '../../documents/desk-document.ts';
import { qualitySamples } from '../../documents/quality-samples/tables.ts';
import { mayHappen, stateAfter } from '../../documents/states/document-states.ts';
import { documents } from '../../documents/tables.ts';
import { settleEntries } from '../../inbox/settle-entries.ts';
import { findSchemaSettings } from '../../schemas/schema-settings-row.ts';
import { closeReopenedSample } from '../close-reopened-sample.ts';
import { drawSample } from '../draw-sample.ts';
import { getDetail } from '../get-detail.ts';
import { recountRow } from '../recount-flags.ts';
import { refuseStale } from '../refuse-stale.ts';
import { findReview, type Review } from '../review.ts';
import { isFirstOfTwo } from '../second-approval.ts';
import { decisions } from '../tables.ts';

type Decision = {
  kind: 'approve' | 'first_approve' | 'reject' | 'reopen';
  state: DeskDocumentState;
  signedOffFlags?: number;
  reason?: string;
  event: string;
  detail?: Record<string, unknown>;
  /** The document's review, where the decision needed it. */
  review?: Review;
};

const EVENTS = { approve: 'approved', first_approve: 'first_approved', reject: 'rejected', reopen: 'reopened' } as const;

/**
 * The second signature. Repeating it is harmless. Where two people must approve, the first one's approval is recorded and the
 * document stays `to_review`.
 * @throws ProblemError `same_approver` when the same person would be both; `open_flags` with the flags in `extra.flags` unless `sign_off`, and with the document in `extra.detail` where flags came since they were signed off; `conflict` when not under review; `document_locked`; `stale_revision`
 */
export async function approve(
  desk: Desk,
  actor: NonNullable<Actor>,
  id: string,
  body: z.output<typeof approveSchema>,
): Promise<DeskDocumentDetail> {
  return decide(desk, actor, id, body, 'approved', async (transaction, row) => {
    if (!mayHappen('approved', row.state))
      throw new ProblemError('conflict', `A document that is ${row.state.replace('_', ' ')} cannot be approved.`);
    const review = await findReview(transaction, row);
    if (!review) throw new ProblemError('conflict', 'There are no values to approve.');
    const isFirst = await isFirstOfTwo(transaction, row, review.fields, actor);
    const count = countOpenFlags(review.flags);
    const { flags: open } = count;
    if (open > 0 && !body.sign_off) {
      const settle = open === 1 ? 'Resolve it, or sign it off.' : 'Resolve them, or sign them off.';
      throw new ProblemError('open_flags', `${describeOpenFlags(count)}. ${settle}`, { extra: { flags: review.flags } });
    }
    const seen = body.seen_flags && new Set(body.seen_flags.map(keyOfFlag));
    if (seen && review.flags.some((flag) => !seen.has(keyOfFlag(flag)))) {
      const message = 'A flag was added while you were reviewing. Look at the open flags, then sign them off again.';
      throw new ProblemError('open_flags', message, {
        extra: { flags: review.flags, detail: await getDetail(transaction, id, { readerId: actor.id, known: review }) },
      });
    }
    const detail = { signed_off_flags: open, schema_id: review.schema.id, schema_version: review.schema.version };
    if (isFirst) {
      return { kind: 'first_approve', state: 'to_review', signedOffFlags: open, event: 'document.approved_first', detail, review };
    }
    const first = row.firstApproval ? { first_approval: row.firstApproval } : {};
    return {
      kind: 'approve',
      state: 'approved',
      signedOffFlags: open,
      event: 'document.approved',
      detail: { ...detail, ...first },
      review,
    };
  });
}

const keyOfFlag = ({ pointer, reason }: Pick<Flag, 'pointer' | 'reason'>) => `${reason} ${pointer}`;

/** Refuses a document with a reason. @throws ProblemError `conflict`, `document_locked`, `stale_revision` */
export async function reject(
  desk: Desk,
  actor: NonNullable<Actor>,
  id: string,
  body: z.output<typeof rejectSchema>,
): Promise<DeskDocumentDetail> {
  return decide(desk, actor, id, body, 'rejected', async (_transaction, row) => {
    if (!mayHappen('rejected', row.state)) {
      throw new ProblemError('conflict', `A document that is ${row.state.replace('_', ' ')} cannot be rejected.`);
    }
    return { kind: 'reject', state: 'rejected', reason: body.reason, event: 'document.rejected', detail: { reason: body.reason } };
  });
}

/** Takes an approval or a rejection back. @throws ProblemError `conflict`, `document_locked`, `stale_revision` */
export async function reopen(
  desk: Desk,
  actor: NonNullable<Actor>,
  id: string,
  body: z.output<typeof reopenSchema>,
): Promise<DeskDocumentDetail> {
  return decide(desk, actor, id, body, null, async (transaction, row) => {
    if (!mayHappen('reopened', row.state)) throw new ProblemError('conflict', 'Only a decided document can be reopened.');
    const review = await findReview(transaction, row);
    // what was saved of thresholds and second opinions since then did not count for a decided document
    if (review) await recountRow(transaction, row, review);
    const state = review ? 'to_review' : row.failure ? 'failed' : 'indexed';
    return { kind: 'reopen', state, event: 'document.reopened', detail: { was: row.state } };
  });
}

async function decide(
  desk: Desk,
  actor: NonNullable<Actor>,
  id: string,
  { revision, tab, effort }: { revision: number; tab?: string | undefined; effort?: Effort | undefined },
  goal: DeskDocumentState | null,
  choose: (transaction: Transaction, row: DocumentRow) => Promise<Decision>,
): Promise<DeskDocumentDetail> {
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    // the same decision sent again after its answer was lost
    const isDone = row.state === goal || (goal === 'approved' && row.firstApproval?.id === actor.id);
    if (isDone && row.revision === revision + 1) return getDetail(transaction, id, { readerId: actor.id });
    await refuseLocked(transaction, row, actor, tab);
    await refuseStale(transaction, row, revision, actor.id);
    const { kind, state, signedOffFlags = 0, reason = null, event, detail = {}, review } = await choose(transaction, row);
    const at = now();
    await transaction.insert(decisions).values({
      id: newId(),
      documentId: id,
      kind,
      revision: row.revision + 1,
      actorId: actor.id,
      actorName: actor.name,
      at,
      signedOffFlags,
      reason,
      effort: effort ?? null,
    });
    await transaction
      .update(documents)
      .set({ ...stateAfter(EVENTS[kind], row.state, state), revision: row.revision + 1, updatedAt: at, ...columnsAfter(kind, actor, at) })
      .where(eq(documents.id, id));
    await giveBack(transaction, kind, id, actor);
    if (kind !== 'first_approve') await sendCount(desk, { documentId: id }, { tx: transaction });
    await settleEntries(transaction, [id]);
    if (kind === 'approve' || row.state === 'approved') await sendTeach(desk, { documentId: id }, { tx: transaction });
    // of one that approved itself the sample stays: the next decision says what was wrong
    if (kind === 'reopen' && !row.approvedAutomatically)
      await transaction.delete(qualitySamples).where(and(eq(qualitySamples.documentId, id), isNull(qualitySamples.lookedAt)));
    if (kind === 'approve') await closeReopenedSample(transaction, id, actor, async () => review ?? null);
    else if (kind === 'reject') await closeReopenedSample(transaction, id, actor, null);
    const settings = kind === 'approve' ? await findSchemaSettings(transaction, row.schemaId) : null;
    const draw = await drawSample(transaction, row, settings?.samplePercent ?? 0, { revision: row.revision + 1, at, by: actor });
    const after = await getDetail(transaction, id, { readerId: actor.id, known: review });
    await appendAudit(transaction, [{ actor, documentId: id, event, detail: { ...detail, ...draw?.detail } }, ...(draw?.drafts ?? [])]);
    return after;
  });
}

/** What a decision does to a document's row besides its state. */
function columnsAfter(kind: Decision['kind'], actor: NonNullable<Actor>, at: Date): Partial<DocumentRow> {
  if (kind === 'reopen') return { approvedAt: null, approvedAutomatically: false, reviewSince: at };
  if (kind === 'first_approve') return { firstApproval: { id: actor.id, name: actor.name, at: at.toISOString() } };
  return { firstApproval: null, escalatedAt: null, approvedAt: kind === 'approve' ? at : null };
}

/** Nobody works any more on what was decided. */
async function giveBack(transaction: Transaction, kind: Decision['kind'], id: string, actor: NonNullable<Actor>): Promise<void> {
  if (kind === 'reopen') return;
  await removeLock(transaction, id);
  // it is nobody's turn any more: the next must be somebody else
  if (kind === 'first_approve') await removeAssignments(transaction, [id], actor.id);
  else await removePostponement(transaction, id);
}
