import { sql } from 'drizzle-orm';
import type { Example } from '#lib/contract/service/example.ts';
import { documents, examples } from '../context/tables.ts';

/** All that is selected to build an `Example`, where its own document is (left) joined. */
export const EXAMPLE_COLUMNS = {
  id: examples.id,
  schemaId: examples.schemaId,
  documentId: examples.documentId,
  documentName: sql<string>`coalesce(${documents.name}, ${examples.importedName})`,
  importedName: examples.importedName,
  layoutId: examples.layoutId,
  status: examples.status,
  valueCount: examples.valueCount,
  approvedBy: examples.approvedBy,
  approvedAt: examples.approvedAt,
  secondCheck: examples.secondCheck,
  createdAt: examples.createdAt,
  error: examples.error,
};
type Selected = Pick<
  typeof examples.$inferSelect,
  | 'id'
  | 'schemaId'
  | 'documentId'
  | 'importedName'
  | 'layoutId'
  | 'status'
  | 'valueCount'
  | 'approvedBy'
  | 'approvedAt'
  | 'secondCheck'
  | 'createdAt'
  | 'error'
> & { documentName: string };

/** The example as the interface gives it. */
export function toExample(row: Selected): Example {
  return {
    type: 'example',
    id: row.id,
    schema_id: row.schemaId,
    document_id: row.documentId,
    document_name: row.documentName,
    imported: row.importedName !== null,
    layout_id: row.layoutId,
    status: row.status,
    value_count: row.valueCount,
    approved_by: row.approvedBy,
    approved_at: row.approvedAt?.toISOString() ?? null,
    second_check: row.secondCheck,
    created_at: row.createdAt.toISOString(),
    error: row.error,
  };
}
