import { eq } from 'drizzle-orm';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { keepReviewedFields } from '#lib/document/review/keep-reviewed-fields.ts';
import { now } from '#lib/platform/clock.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { type ApprovalRule, approveByItself, findApprovalRule } from '../automatic-approval/approve-by-itself.ts';
import type { Desk } from '../context/desk.ts';
import { findPresent } from '../context/find-present.ts';
import { boundUnfitting } from '../documents/answers/bound-unfitting.ts';
import { keepAnswer, LONGEST_SHOWN_BYTES, type StagedAnswer, withStagedAnswer } from '../documents/answers/keep-answer.ts';
import { stateAfter } from '../documents/states/document-states.ts';
import { documents } from '../documents/tables.ts';
import { saveValues } from '../documents/values/save-values.ts';
import { lockRun } from '../jobs/lock-run.ts';
import { receiveInQueues } from '../queues/receive-in-queues.ts';
import { findAnswerBefore } from '../review/answer-before.ts';
import { layOver, listActions, reviewColumns } from '../review/review.ts';
import { extractions } from '../review/tables.ts';
import { findSchemaSettings } from '../schemas/schema-settings-row.ts';
import { schemas } from '../schemas/tables.ts';
import { startOpinion } from '../second-opinions/start-opinion.ts';

type Answer = {
  schema: Schema;
  jobId: string;
  raw: unknown;
  result: ExtractionResult;
  unfitting: Record<string, unknown>;
  notice?: string | null;
};

/**
 * Stores the extracted values: `extracting` becomes `to_review`, and `approved` at once where the schema's rule lets the document pass. What
 * people did to fields that the schema has is laid over it again.
 */
export async function storeAnswer(desk: Desk, of: { documentId: string; run: number }, answer: Answer): Promise<void> {
  const rule = await findApprovalRule(desk.database, { documentId: of.documentId, schema: answer.schema, engine: answer.result.engine });
  await withStagedAnswer(desk, answer.raw, LONGEST_SHOWN_BYTES, (staged) => storeStaged(desk, of, answer, { staged, rule }));
}

/** @returns false when nobody waits for the answer any more */
async function storeStaged(
  desk: Desk,
  of: { documentId: string; run: number },
  answer: Answer,
  { staged, rule }: { staged: StagedAnswer; rule: ApprovalRule | null },
): Promise<boolean> {
  const present = await findPresent(desk);
  return desk.database.transaction(async (transaction) => {
    const row = await lockRun(transaction, of);
    if (row?.state !== 'extracting') return false;
    const { schema, jobId, notice } = answer;
    const { listed: unfitting, left: unfittingLeft } = boundUnfitting(answer.unfitting);
    const { fitting: done, all } = await listActions(transaction, row.id, schema);
    const before = await findAnswerBefore(transaction, row.id, schema, all);
    const result = keepReviewedFields(before.result, answer.result, done);
    const at = now();
    // what nobody worked on needs no remembering
    const earlier = all.length > 0 ? before.earlier : [];
    const columns = {
      schemaId: schema.id,
      schemaVersion: schema.version,
      jobId,
      result,
      unfitting,
      unfittingLeft,
      notice: notice ?? null,
      raw: staged.shown,
      at,
      earlier,
    };
    await keepAnswer(desk, transaction, { documentId: row.id, kind: 'extraction' }, staged);
    await transaction
      .insert(extractions)
      .values({ documentId: row.id, ...columns })
      .onConflictDoUpdate({ target: extractions.documentId, set: columns });
    // thresholds saved from here on wait, so that the count of flags that follows them finds this document
    await transaction.select({ id: schemas.id }).from(schemas).where(eq(schemas.id, schema.id)).for('key share');
    const settings = await findSchemaSettings(transaction, schema.id);
    const laid = layOver(schema, result, done, settings?.thresholds ?? null);
    const review = reviewColumns(laid);
    const [updated] = await transaction
      .update(documents)
      // values under a person's eyes change: what was judged before, also under another schema, must be looked at again
      .set({
        ...review,
        ...stateAfter('extracted', row.state, 'to_review'),
        // what was wrong before is over with this answer: nobody may see the one beside the other
        trouble: null,
        firstApproval: null,
        updatedAt: at,
        revision: row.revision + 1,
      })
      .where(eq(documents.id, row.id))
      .returning();
    if (!updated) return false;
    await saveValues(transaction, row.id, { schema, fields: laid.fields });
    const answered = { documentId: row.id, schema, at, holdsApproval: rule !== null && row.reviewSince === null };
    const isAsked = await startOpinion(desk, transaction, answered, settings);
    const toJudge = { schema, result, unfitting, unfittingLeft, notice: notice ?? null, ...laid };
    // one that waits for a second opinion is not approved without it
    const approved = rule && !isAsked ? await approveByItself(desk, transaction, updated, toJudge, rule) : null;
    const then = approved ?? (await receiveInQueues(transaction, updated, { present, settings }));
    const detail = { engine: result.engine, schema_id: schema.id, schema_version: schema.version, open_flags: review.openFlags };
    await appendAudit(transaction, [{ actor: null, documentId: row.id, event: 'document.extracted', detail }, ...then]);
    return true;
  });
}
