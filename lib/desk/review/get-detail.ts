import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { DeskAttachment, DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { deployments } from '../deployments/tables.ts';
import { boundUnfitting } from '../documents/answers/bound-unfitting.ts';
import { type DocumentRow, getListedRow, toDeskDocument } from '../documents/desk-document.ts';
import { documents, remoteJobs, submissions } from '../documents/tables.ts';
import { findSchemaVersion } from '../schemas/schema-row.ts';
import { findRemembered } from './find-remembered.ts';
import { findOpinion } from './list-opinions.ts';
import { findReview, type Review } from './review.ts';
import { decisions } from './tables.ts';
import { withholdValues } from './withhold-values.ts';

/**
 * Everything the review screen needs besides pages; in a transaction, after its last write.
 * @param options.readerId whoever gets it: without the values that this person is to enter as a quality sample
 * @param options.known its review, in a transaction that has it at hand and holds the document's row
 * @throws ProblemError `not_found`
 */
export async function getDetail(
  executor: Executor,
  id: string,
  { readerId, known }: { readerId?: string | undefined; known?: Review | undefined } = {},
): Promise<DeskDocumentDetail> {
  // first of all: a revision must never be newer than the values beside it
  const row = await getListedRow(executor, id, readerId);
  const review = known ?? (await findReview(executor, row));
  const [decision] = await executor
    .select()
    .from(decisions)
    .where(eq(decisions.documentId, row.id))
    .orderBy(desc(decisions.revision), desc(decisions.id))
    .limit(1);
  const [at] = await executor
    .select({
      id: deployments.id,
      name: deployments.name,
      embedded: deployments.embedded,
      isSent: sql<boolean>`${submissions.remoteDocumentId} is not null`,
      metadata: submissions.metadata,
    })
    .from(submissions)
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .where(eq(submissions.documentId, row.id));
  const opinion = review ? await findOpinion(executor, row.id) : null;
  const by = decision && { actor: { id: decision.actorId, name: decision.actorName }, at: decision.at.toISOString() };
  const schema =
    review?.schema ?? (row.schemaId && row.schemaVersion ? await findSchemaVersion(executor, row.schemaId, row.schemaVersion) : null);
  // what an earlier version stored may be of any size
  const unfitting = review && boundUnfitting(review.unfitting);
  const unfittingLeft = (review?.unfittingLeft ?? 0) + (unfitting?.left ?? 0);
  const detail: DeskDocumentDetail = {
    document: toDeskDocument(row),
    schema,
    fields: review?.fields ?? null,
    flags: review?.flags ?? [],
    ...(review
      ? {
          completeness: review.result.completeness,
          thresholds: review.thresholds,
          engine: review.result.engine,
          model_use: review.result.model_use,
        }
      : {}),
    ...(at && review ? await findRemembered(executor, at.id, review.fields, opinion?.deployment.id) : {}),
    ...(opinion ? { second_opinion: opinion } : {}),
    approval: row.state === 'approved' && by ? { ...by, signed_off_flags: decision.signedOffFlags } : null,
    rejection: row.state === 'rejected' && by ? { ...by, reason: decision.reason ?? '' } : null,
    ...(at ? { deployment: { id: at.id, name: at.name, embedded: at.embedded }, is_sent: at.isSent } : {}),
    ...(at?.isSent && at.metadata ? { metadata: at.metadata } : {}),
    ...(row.hold ? { refused_id: row.hold } : {}),
    ...(at && !at.embedded ? await findAtService(executor, row) : {}),
    attachments: await listAttachments(executor, row),
    ...(row.readingWarnings?.length ? { reading_warnings: [...new Set(row.readingWarnings)] } : {}),
    ...(review?.notice ? { notice: review.notice } : {}),
    unfitting: unfitting?.listed ?? {},
    ...(unfittingLeft > 0 ? { unfitting_left: unfittingLeft } : {}),
  };
  return row.shownOfWithheld ? withholdFromDetail(detail, row.shownOfWithheld) : detail;
}

/** For a person who is to enter the values as a quality sample: without all that tells them, or what was thought of them. */
function withholdFromDetail(detail: DeskDocumentDetail, shown: readonly string[]): DeskDocumentDetail {
  const { remembered, second_opinion, notice, unfitting_left, ...rest } = detail;
  return { ...rest, ...withholdValues(detail.fields ?? {}, shown), flags: [], approval: null, unfitting: {} };
}

/** What the deployment said last of the work that is or was under way there. */
async function findAtService(executor: Executor, row: DocumentRow): Promise<Pick<DeskDocumentDetail, 'at_service'>> {
  const [job] = await executor
    .select({ at: remoteJobs.lastAnswerAt, answer: sql<boolean>`${remoteJobs.lastAnswer} is not null` })
    .from(remoteJobs)
    .where(
      and(
        eq(remoteJobs.documentId, row.id),
        inArray(remoteJobs.kind, ['document', 'extraction', 'classification']),
        isNotNull(remoteJobs.lastAnswerAt),
      ),
    )
    .orderBy(desc(remoteJobs.lastAnswerAt))
    .limit(1);
  return job?.at ? { at_service: { word: row.serviceStatus, last_answer_at: job.at.toISOString(), has_answer: job.answer } } : {};
}

async function listAttachments(executor: Executor, row: DocumentRow): Promise<DeskAttachment[]> {
  if (!row.attachments?.length) return [];
  const children = await executor
    .select({ id: documents.id, sha256: documents.sha256 })
    .from(documents)
    .where(eq(documents.parentId, row.id));
  const idOf = new Map(children.map((child) => [child.sha256, child.id]));
  return row.attachments.map(({ name, media_type, size, sha256 }) => ({ name, media_type, size, document_id: idOf.get(sha256) ?? null }));
}
