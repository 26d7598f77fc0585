import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { SecondCheck } from '#lib/contract/service/example.ts';
import type { Lesson } from '#lib/contract/service/lesson.ts';
import type { ExportedExample } from '#lib/contract/service/memory.ts';
import { LESSON_VERSION } from '#lib/extraction/memory/lesson.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { type ListPage, parseCursor, toListPage } from '../context/cursor.ts';
import { bytesOfIntegers } from '../context/integer-bytes.ts';
import { documents, examples } from '../context/tables.ts';
import { getSchema } from '../schemas/get-schema.ts';

/** What is selected to build an `ExportedExample`. */
const COLUMNS = {
  id: examples.id,
  documentId: examples.documentId,
  documentName: sql<string>`coalesce(${documents.name}, ${examples.importedName})`,
  approvedBy: examples.approvedBy,
  approvedAt: examples.approvedAt,
  sketch: sql<Uint32Array>`${examples.sketch}`.mapWith(examples.sketch),
  lesson: sql<Lesson>`${examples.lesson}`.mapWith(examples.lesson),
  secondCheck: examples.secondCheck,
};
type Selected = {
  documentId: string;
  documentName: string;
  approvedBy: string | null;
  approvedAt: Date | null;
  sketch: Uint32Array;
  lesson: Lesson;
  secondCheck: SecondCheck | null;
};

/**
 * A page of what a schema has learned, oldest first: imported in this order, the newest examples are the newest there, too.
 * @throws ProblemError `not_found`, `invalid_request` for a wrong cursor
 */
export async function exportMemory(
  database: Database,
  schemaId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ListPage<ExportedExample>> {
  const after = parseCursor(cursor);
  await getSchema(database, schemaId);
  const rows = await database
    .select(COLUMNS)
    .from(examples)
    .leftJoin(documents, eq(documents.id, examples.ownDocumentId))
    .where(
      and(
        eq(examples.schemaId, schemaId),
        eq(examples.status, 'completed'),
        eq(examples.lessonVersion, LESSON_VERSION),
        isNotNull(examples.lesson),
        isNotNull(examples.sketch),
        after ? gt(examples.id, after) : undefined,
      ),
    )
    .orderBy(asc(examples.id))
    .limit(limit + 1);
  return toListPage(rows, limit, toExported);
}

function toExported({ documentId, documentName, approvedBy, approvedAt, sketch, lesson, secondCheck }: Selected): ExportedExample {
  return {
    document_id: documentId,
    document_name: documentName,
    approved_by: approvedBy,
    approved_at: approvedAt?.toISOString() ?? null,
    sketch: bytesOfIntegers(sketch).toString('base64'),
    lesson,
    ...(secondCheck ? { second_check: secondCheck } : {}),
  };
}
