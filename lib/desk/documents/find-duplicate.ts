import { and, desc, eq, ne } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { documents } from './tables.ts';

/** The newest other document of the same content, as columns of a document. @param id the document that may be a duplicate */
export async function findDuplicate(
  executor: Executor,
  { id, sha256 }: { id: string; sha256: string },
): Promise<{ duplicateOfId: string | null; duplicateOfName: string | null }> {
  const [same] = await executor
    .select({ id: documents.id, name: documents.name })
    .from(documents)
    .where(and(eq(documents.sha256, sha256), ne(documents.id, id)))
    .orderBy(desc(documents.createdAt))
    .limit(1);
  return { duplicateOfId: same?.id ?? null, duplicateOfName: same?.name ?? null };
}
