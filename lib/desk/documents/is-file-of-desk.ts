import { eq } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { keptAnswers } from './answers/tables.ts';
import { documents } from './tables.ts';

/** True when a document of the desk has this content, or an answer about one: then its bytes must stay. */
export async function isFileOfDesk(executor: Executor, sha256: string): Promise<boolean> {
  const [used] = await executor.select({ id: documents.id }).from(documents).where(eq(documents.sha256, sha256)).limit(1);
  if (used) return true;
  const [answer] = await executor.select({ id: keptAnswers.documentId }).from(keptAnswers).where(eq(keptAnswers.sha256, sha256)).limit(1);
  return answer !== undefined;
}
