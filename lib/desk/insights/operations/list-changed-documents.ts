import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { ChangedDocuments } from '#lib/contract/desk/insights/insights.ts';
import type { Desk } from '../../context/desk.ts';
import { qualitySamples } from '../../documents/quality-samples/tables.ts';
import { documents } from '../../documents/tables.ts';
import { findReviews } from '../../review/review.ts';
import { isToldTo } from '../is-told-to.ts';
import { listChangedValues } from '../list-changed-values.ts';
import { changedValues } from '../tables.ts';

const MOST = 10;
/** Values that are shown of a document: a table may have thousands. */
const MOST_VALUES = 3;

/**
 * The documents in which people changed values of a field last, with what was extracted and what was approved, as far as they are still
 * approved and there, and `isToldTo` the person.
 */
export async function listChangedDocuments(
  { database }: Desk,
  person: { id: string },
  query: { schema_id: string; field: string },
): Promise<ChangedDocuments> {
  const countOf = (verdict: string) =>
    sql<number>`coalesce(sum(${changedValues.count}) filter (where ${changedValues.verdict} = ${verdict}), 0)::int`;
  const rows = await database
    .select({
      document_id: changedValues.documentId,
      name: documents.name,
      at: changedValues.at,
      corrected: countOf('corrected'),
      missed: countOf('missed'),
      invented: countOf('invented'),
    })
    .from(changedValues)
    .innerJoin(documents, eq(documents.id, changedValues.documentId))
    .where(
      and(
        eq(changedValues.schemaId, query.schema_id),
        eq(changedValues.field, query.field),
        eq(documents.state, 'approved'),
        isToldTo(person, documents.id),
      ),
    )
    .groupBy(changedValues.documentId, documents.name, changedValues.at)
    .orderBy(desc(changedValues.at))
    .limit(MOST);
  const ids = rows.map(({ document_id }) => document_id);
  const found = ids.length === 0 ? [] : await database.select().from(documents).where(inArray(documents.id, ids));
  const reviews = await findReviews(database, found);
  const samples = ids.length === 0 ? [] : await database.select().from(qualitySamples).where(inArray(qualitySamples.documentId, ids));
  return {
    items: rows.map(({ at, ...row }) => {
      const isAutomatic = found.some(({ id, approvedAutomatically }) => id === row.document_id && approvedAutomatically);
      const sample = isAutomatic ? (samples.find(({ documentId }) => documentId === row.document_id)?.fields ?? []) : null;
      const review = reviews.get(row.document_id);
      const changes = review ? listChangedValues(review, sample, query.field) : [];
      return { ...row, at: at.toISOString(), changes: changes.slice(0, MOST_VALUES) };
    }),
  };
}
