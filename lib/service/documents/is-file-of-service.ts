import { eq } from 'drizzle-orm';
import type { Database } from '#lib/platform/database/database.ts';
import { documents } from '../context/tables.ts';

/** True when a document of the service has this content: then its bytes must stay. For the desk that shares the blob store. */
export async function isFileOfService(database: Database, sha256: string): Promise<boolean> {
  const [used] = await database.select({ id: documents.id }).from(documents).where(eq(documents.sha256, sha256)).limit(1);
  return used !== undefined;
}
