import { sql } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import { OutageError } from '#lib/platform/outage-error.ts';

/**
 * Holds a file's bytes still until the transaction ends, for whoever stores them or makes a document refer to them. The lock ends with the
 * database session, so it alone does not keep out a removal that has lost its session and goes on: that one has said so before
 * (`announceRemoval`), and nothing is stored until it can do no harm any more.
 * @throws OutageError `removing`
 */
export async function lockFile(transaction: Transaction, sha256: string): Promise<void> {
  const { rows } = await transaction.execute<{ until: unknown }>(sql`select files.lock_file(${lockName(sha256)}, ${sha256}) as "until"`);
  if (rows[0]?.until) throw new OutageError('storage', 'removing', 'A removal of the same file may still be under way.');
}

/** The same lock for the removal itself. */
export async function lockFileForRemoval(transaction: Transaction, sha256: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName(sha256)}, 0))`);
}

/** Desk and service keep their files in the same store, so the lock is the same. Earlier versions, which may still run beside this one, use it too. */
function lockName(sha256: string): string {
  return `service-file:${sha256}`;
}
