import { eq } from 'drizzle-orm';
import type { SplitProposal } from '#lib/contract/desk/splitting.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { LIKE_APPROVED } from '#lib/contract/service/splitting-job.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { submissions } from '../documents/tables.ts';
import { findLearnedFrom } from '../review/find-remembered.ts';
import type { splittings } from './tables.ts';

/**
 * The proposed segments with the names of the approved documents that their first pages look like. Names are not kept with the proposal:
 * a document that was removed since is not named any more.
 */
export async function nameApproved(
  executor: Executor,
  { documentId, segments }: Pick<typeof splittings.$inferSelect, 'documentId' | 'segments'>,
): Promise<SplitProposal['segments']> {
  const ids = [...new Set(segments.flatMap(({ like_document_id }) => like_document_id ?? []))];
  if (ids.length === 0) return segments;
  const [asked] = await executor
    .select({ deploymentId: submissions.deploymentId })
    .from(submissions)
    .where(eq(submissions.documentId, documentId));
  const known = asked ? await findLearnedFrom(executor, asked.deploymentId, ids) : {};
  return segments.map((segment) => {
    const name = ownValue(known, segment.like_document_id ?? '')?.name;
    if (name === undefined) return segment;
    const named = (reason: string) => (reason === LIKE_APPROVED ? `It looks like the first page of ${name}, approved before.` : reason);
    return { ...segment, reason: named(segment.reason), reasons: segment.reasons.map(named) };
  });
}
