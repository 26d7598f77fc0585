import { eq } from 'drizzle-orm';
import type { Database } from '#lib/platform/database/database.ts';
import { documents } from '#lib/service/context/tables.ts';

/** True when a document of the embedded service has this content: then its bytes must stay. */
export async function isFileOfService(database: Database, sha256: string): Promise<boolean> {
  const [used] = await database.select({ id: documents.id }).from(documents).where(eq(documents.sha256, sha256)).limit(1);
  return used !== undefined;
}
