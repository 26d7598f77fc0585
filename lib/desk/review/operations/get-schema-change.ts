import type { SchemaChange } from '#lib/contract/service/classification.ts';
import type { Desk } from '../../context/desk.ts';
import { getReadableRow } from '../../documents/quality-samples/get-readable-row.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { planSchemaChange } from '../schema-change.ts';

/**
 * What choosing another schema would keep of people's work and what not; nothing is changed.
 * @param readerId who gets it @throws ProblemError `not_found`, `conflict` (the document's values are withheld from that person)
 */
export async function getSchemaChange(desk: Desk, id: string, schemaId: string, readerId?: string): Promise<SchemaChange> {
  const row = await getReadableRow(desk.database, id, readerId);
  const schema = await getCurrentSchema(desk.database, schemaId);
  return { schema_id: schema.id, schema_name: schema.name, ...(await planSchemaChange(desk.database, row, schema)) };
}
