import { eq, getTableColumns, sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { isUuid } from '#lib/platform/is-uuid.ts';
import { type DocumentRow, notFound } from '../desk-document.ts';
import { documents } from '../tables.ts';
import { isWithheld } from './is-withheld.ts';

/**
 * The row of a document, for what tells its values.
 * @param readerId whoever gets to see them; undefined: the desk itself
 * @throws ProblemError `not_found`; `conflict` where the values are withheld from that person
 */
export async function getReadableRow(executor: Executor, id: string, readerId: string | undefined): Promise<DocumentRow> {
  if (!isUuid(id)) throw notFound();
  const [row] = await executor
    .select({ row: getTableColumns(documents), withheld: isWithheld(sql`documents.id`, readerId) })
    .from(documents)
    .where(eq(documents.id, id));
  if (!row) throw notFound();
  if (row.withheld) throw withheld('This document');
  return row.row;
}

/** @param what e.g. `This document` */
export function withheld(what: string): ProblemError {
  const how = 'Enter the values of the sample first, or have them all shown there.';
  return new ProblemError('conflict', `${what} is a quality sample that you are checking, so its values are withheld from you. ${how}`);
}
