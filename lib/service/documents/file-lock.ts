import { sql } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';

/**
 * Lets one transaction at a time add or remove documents of the same content, until it ends; so the bytes are never
 * removed under a document that is just arriving.
 */
export async function lockFile(transaction: Transaction, sha256: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`service-file:${sha256}`}, 0))`);
}
