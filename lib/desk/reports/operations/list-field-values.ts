import { and, count, desc, eq, gte, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { ComparedValue, ComparedValues, CompareFieldQuery } from '#lib/contract/desk/compare-field.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Desk } from '../../context/desk.ts';
import type { DocumentRow } from '../../documents/desk-document.ts';
import { isWithheld } from '../../documents/quality-samples/is-withheld.ts';
import { documents } from '../../documents/tables.ts';
import { findReviews, type Review } from '../../review/review.ts';

/** Documents looked through for one page of the comparison. */
const PAGE = 50;
const CURSOR = /^(\d{1,16})\.([0-9a-f-]{36})$/;

/**
 * The values of one field over the documents of a schema, newest first, 50 documents a page. Documents whose version of the
 * schema has no such field, or has it as rows, are left out.
 * @param readerId who gets them: without documents whose values are withheld from that person
 * @throws ProblemError `invalid_request` for a cursor that is none
 */
export async function listFieldValues(desk: Desk, query: CompareFieldQuery, readerId?: string): Promise<ComparedValues> {
  const { database } = desk;
  const chosen = and(
    eq(documents.schemaId, query.schema_id),
    inArray(documents.state, query.state === 'all' ? ['to_review', 'approved', 'rejected'] : [query.state]),
    readerId ? not(isWithheld(sql`documents.id`, readerId)) : undefined,
    query.since ? gte(documents.createdAt, new Date(query.since)) : undefined,
  );
  const [rows, totals] = await Promise.all([
    database
      .select()
      .from(documents)
      .where(and(chosen, afterCursor(query.after)))
      .orderBy(desc(documents.createdAt), desc(documents.id))
      .limit(PAGE + 1),
    database.select({ total: count() }).from(documents).where(chosen),
  ]);
  const page = rows.slice(0, PAGE);
  const reviews = await findReviews(database, page);
  const items = page.flatMap((row): ComparedValue[] => {
    const review = reviews.get(row.id);
    const item = review && itemOf(row, review, query.field);
    return item && isShown(item, query.show) ? [item] : [];
  });
  return { items, next: rows.length > PAGE ? cursorOf(page.at(-1)!) : null, total: totals[0]?.total ?? 0 };
}

function itemOf(row: DocumentRow, review: Review, name: string): ComparedValue | null {
  const field = review.schema.fields.find((candidate) => candidate.name === name);
  const value = ownValue(review.fields, name);
  if (!field || value === undefined || Array.isArray(value)) return null;
  const { id, name: documentName, state, revision, mediaType, pagesRead } = row;
  const flags = review.flags.filter((flag) => flag.pointer === value.pointer);
  return { document: { id, name: documentName, state, revision, media_type: mediaType, pages_read: pagesRead }, field, value, flags };
}

function isShown({ flags, value }: ComparedValue, show: CompareFieldQuery['show']): boolean {
  if (show === 'flagged') return flags.length > 0;
  return show === 'all' || value.status === 'machine';
}

function cursorOf(row: DocumentRow): string {
  return `${row.createdAt.getTime()}.${row.id}`;
}

function afterCursor(after: string | undefined): SQL | undefined {
  if (after === undefined) return undefined;
  const [, time, id] = CURSOR.exec(after) ?? [];
  const at = new Date(Number(time));
  if (!id || Number.isNaN(at.getTime()))
    throw new ProblemError('invalid_request', 'This position in the list is not known. Start at the top.');
  return sql`(${documents.createdAt}, ${documents.id}) < (${at.toISOString()}::timestamptz, ${id}::uuid)`;
}
