import { eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { type DocumentRow, documents } from '../context/tables.ts';

/** @throws ProblemError `not_found` */
export async function getDocument(executor: Executor, id: string): Promise<DocumentRow> {
  const [row] = await executor.select().from(documents).where(eq(documents.id, id));
  if (!row) throw new ProblemError('not_found', 'There is no document with this id.');
  return row;
}
