import { eq, inArray } from 'drizzle-orm';
import type { DeskDocumentDetail, SaveActions } from '#lib/contract/desk/desk-document.ts';
import type { Action, ActionDraft, MergedFields } from '#lib/contract/desk/review.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { applyAction, extractedFields } from '#lib/document/review/merge-actions.ts';
import { valueAt } from '#lib/document/values/value-at.ts';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { type AuditDraft, appendAudit } from '../../audit/append-audit.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { refuseLocked } from '../../documents/availability/document-lock.ts';
import { type DocumentRow, lockDocumentRow } from '../../documents/desk-document.ts';
import { documents } from '../../documents/tables.ts';
import { saveValues } from '../../documents/values/save-values.ts';
import { checkActions } from '../check-actions.ts';
import { getDetail } from '../get-detail.ts';
import { refuseStale } from '../refuse-stale.ts';
import { findReview, layOver, type Review, reviewColumns } from '../review.ts';
import { actions } from '../tables.ts';

const EVENTS: Record<ActionDraft['kind'], string> = {
  confirm: 'value.confirmed',
  correct: 'value.corrected',
  clear: 'value.cleared',
  revert: 'value.reverted',
  insert_row: 'row.inserted',
  remove_row: 'row.removed',
  move_row: 'row.moved',
};

/**
 * Saves what a person did to values: one row each, all or none, in one transaction. Actions that were saved before
 * (same id) are passed over, so that a repeated request is harmless whatever its revision.
 * @returns the document after them
 * @throws ProblemError `not_found`, `conflict` (not under review), `invalid_request` (an action points nowhere),
 * `document_locked` with the lock in `extra.lock`, `stale_revision` with the present detail in `extra.detail` and the ids of those
 * saved before in `extra.saved`
 */
export async function saveActions(desk: Desk, actor: NonNullable<Actor>, id: string, body: SaveActions): Promise<DeskDocumentDetail> {
  return desk.database.transaction(async (transaction) => {
    const row = await lockDocumentRow(transaction, id);
    const fresh = await withoutSaved(transaction, id, body.actions);
    if (fresh.length === 0) return getDetail(transaction, id, { readerId: actor.id });
    await refuseLocked(transaction, row, actor, body.tab);
    const review = await requireReview(transaction, row);
    const freshIds = new Set(fresh.map((action) => action.id));
    const savedBefore = body.actions.map((action) => action.id).filter((given) => !freshIds.has(given));
    await refuseStale(transaction, row, body.revision, actor.id, { saved: savedBefore });
    checkActions(
      review,
      fresh.map(({ draft }) => draft),
    );
    const at = now();
    const saved: Action[] = fresh.map(({ id: actionId, draft }, index) => ({
      id: actionId,
      sequence: review.lastSequence + 1 + index,
      actor,
      at: at.toISOString(),
      draft,
    }));
    const under = { schemaId: review.schema.id, schemaVersion: review.schema.version };
    await transaction
      .insert(actions)
      .values(saved.map((action) => ({ ...action, ...under, documentId: id, actorId: actor.id, actorName: actor.name, at })));
    const done = [...review.actions, ...saved];
    const after = layOver(review.schema, review.result, done, review.thresholds, review.opinion);
    // a first approval was of other values
    const isUndone = row.firstApproval !== null && saved.some(({ draft }) => draft.kind !== 'confirm');
    await transaction
      .update(documents)
      .set({ ...reviewColumns(after), revision: row.revision + 1, updatedAt: at, ...(isUndone ? { firstApproval: null } : {}) })
      .where(eq(documents.id, id));
    if (saved.some(({ draft }) => draft.kind !== 'confirm'))
      await saveValues(transaction, id, { schema: review.schema, fields: after.fields });
    const known = { ...review, ...after, actions: done, lastSequence: review.lastSequence + saved.length };
    const detail = await getDetail(transaction, id, { readerId: actor.id, known });
    const undone = isUndone ? [{ actor, documentId: id, event: 'document.first_approval_undone', detail: { was: row.firstApproval } }] : [];
    await appendAudit(transaction, [...auditsOf(actor, id, saved, review), ...undone]);
    return detail;
  });
}

async function withoutSaved(transaction: Transaction, documentId: string, given: SaveActions['actions']): Promise<SaveActions['actions']> {
  const known = await transaction
    .select({ id: actions.id, documentId: actions.documentId })
    .from(actions)
    .where(
      inArray(
        actions.id,
        given.map((action) => action.id),
      ),
    );
  if (known.some((action) => action.documentId !== documentId)) {
    throw new ProblemError('conflict', 'An action with this id belongs to another document.');
  }
  const seen = new Set(known.map((action) => action.id));
  return given.filter((action) => {
    const first = !seen.has(action.id.toLowerCase());
    seen.add(action.id.toLowerCase());
    return first;
  });
}

async function requireReview(transaction: Transaction, row: DocumentRow): Promise<Review> {
  if (row.state === 'approved' || row.state === 'rejected') {
    throw new ProblemError('conflict', `The document is ${row.state}. Reopen it to change its values.`);
  }
  if (row.state === 'split') throw new ProblemError('conflict', 'The document is split. Undo the split to change its values.');
  const review = await findReview(transaction, row);
  if (!review) throw new ProblemError('conflict', 'There are no values to work on yet. Wait for the extraction.');
  return review;
}

/** An entry for each action, with the values as they were right before it: rows may move between two of them. */
function auditsOf(actor: Actor, documentId: string, saved: readonly Action[], { schema, result, fields: before }: Review): AuditDraft[] {
  const extracted = extractedFields(schema, result);
  let fields = before;
  return saved.map((action) => {
    const entry = auditOf(actor, documentId, action, fields);
    fields = applyAction({ schema, fields, action, extracted });
    return entry;
  });
}

function auditOf(actor: Actor, documentId: string, action: Action, before: MergedFields): AuditDraft {
  const { draft } = action;
  const old = valueAt(before, draft.pointer);
  const newValue = draft.kind === 'correct' ? draft.value : draft.kind === 'confirm' ? old?.value : undefined;
  return {
    actor,
    documentId,
    event: EVENTS[draft.kind],
    pointer: draft.pointer,
    oldValue: old?.value ?? null,
    newValue: newValue ?? null,
    detail: { action_id: action.id, ...(draft.kind === 'move_row' ? { to: draft.to } : {}) },
  };
}
