import { sql } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';

/**
 * Holds a file's bytes still until the transaction ends: whoever stores them for a new document, or removes them because
 * no document has them any more, takes this lock, so that the one never undoes the other. Desk and service keep their files
 * in the same store, so the lock is the same; its name is that of earlier versions, which may still run beside this one.
 */
export async function lockFile(transaction: Transaction, sha256: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`service-file:${sha256}`}, 0))`);
}
