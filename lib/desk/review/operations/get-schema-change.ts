import type { SchemaChange } from '#lib/contract/service/classification.ts';
import type { Desk } from '../../context/desk.ts';
import { getDocumentRow } from '../../documents/desk-document.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { planSchemaChange } from '../schema-change.ts';

/** What choosing another schema would keep of people's work and what not; nothing is changed. @throws ProblemError `not_found` */
export async function getSchemaChange(desk: Desk, id: string, schemaId: string): Promise<SchemaChange> {
  const row = await getDocumentRow(desk.database, id);
  const schema = await getCurrentSchema(desk.database, schemaId);
  return { schema_id: schema.id, schema_name: schema.name, ...(await planSchemaChange(desk.database, row, schema)) };
}
