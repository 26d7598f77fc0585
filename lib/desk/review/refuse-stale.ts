import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { getDetail } from './get-detail.ts';

/**
 * @param readerId who gets the detail
 * @param more goes to `extra` too
 * @throws ProblemError `stale_revision` with the present detail in `extra`, unless `revision` is the present one
 */
export async function refuseStale(
  executor: Executor,
  row: DocumentRow,
  revision: number,
  readerId: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  if (row.revision === revision) return;
  const detail = await getDetail(executor, row.id, { readerId });
  throw new ProblemError('stale_revision', 'Someone else changed the document. Check the current values and try again.', {
    extra: { revision: row.revision, detail, ...more },
  });
}
