import { and, desc, eq, sql } from 'drizzle-orm';
import type { ChangedDocuments } from '#lib/contract/desk/insights/insights.ts';
import type { Desk } from '../../context/desk.ts';
import { documents } from '../../documents/tables.ts';
import { changedValues } from '../tables.ts';

const MOST = 10;

/** The documents in which people changed values of a field last, as far as they are still approved and there. */
export async function listChangedDocuments({ database }: Desk, query: { schema_id: string; field: string }): Promise<ChangedDocuments> {
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
    .where(and(eq(changedValues.schemaId, query.schema_id), eq(changedValues.field, query.field)))
    .groupBy(changedValues.documentId, documents.name, changedValues.at)
    .orderBy(desc(changedValues.at))
    .limit(MOST);
  return { items: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) };
}
