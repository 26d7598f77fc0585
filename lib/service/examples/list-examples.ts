import { and, desc, eq, lt } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Example } from '#lib/contract/service/example.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { type ListPage, parseCursor, toListPage } from '../context/cursor.ts';
import { documents, examples } from '../context/tables.ts';
import { getSchema } from '../schemas/get-schema.ts';
import { EXAMPLE_COLUMNS, toExample } from './to-example.ts';

export type ExampleFilter = { document_id?: string; cursor?: string; limit: number };

/** A page of a schema's examples, newest first. @throws ProblemError `not_found`, `invalid_request` for a wrong cursor */
export async function listExamples(database: Database, schemaId: string, filter: ExampleFilter): Promise<ListPage<Example>> {
  const after = parseCursor(filter.cursor);
  await getSchema(database, schemaId);
  const rows = await database
    .select(EXAMPLE_COLUMNS)
    .from(examples)
    .leftJoin(documents, eq(documents.id, examples.ownDocumentId))
    .where(
      and(
        eq(examples.schemaId, schemaId),
        filter.document_id ? eq(examples.documentId, filter.document_id) : undefined,
        after ? lt(examples.id, after) : undefined,
      ),
    )
    .orderBy(desc(examples.id))
    .limit(filter.limit + 1);
  return toListPage(rows, filter.limit, toExample);
}

/** @throws ProblemError `not_found`, also for an example of another schema */
export async function getExample(database: Database, schemaId: string, id: string): Promise<Example> {
  const [row] = await database
    .select(EXAMPLE_COLUMNS)
    .from(examples)
    .leftJoin(documents, eq(documents.id, examples.ownDocumentId))
    .where(and(eq(examples.schemaId, schemaId), eq(examples.id, id)));
  if (!row) throw new ProblemError('not_found', 'There is no example with this id.');
  return toExample(row);
}
