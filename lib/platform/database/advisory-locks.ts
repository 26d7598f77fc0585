import { sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/** The numbers of the database's advisory locks. They are one space for all rooms, so each is named here and nowhere else. */
export const ADVISORY_LOCKS = {
  migrations: 7_305_001,
  /** First of two numbers; the second is made from the file's hash. */
  reading: 7_305_010,
  /** First of two numbers; the second is made from the schema's id. */
  layouts: 7_305_011,
  /** First of two numbers; the second is made from the person's id. */
  inbox: 7_305_012,
  /** First of two numbers; the second is made from the document's id. */
  opinions: 7_305_013,
  /** First of two numbers; the second is made from the document's id. */
  teaching: 7_305_014,
  setUp: 7_305_020,
  audit: 7_305_021,
  admins: 7_305_022,
  starterSchemas: 7_305_023,
  backups: 7_305_024,
  nightlyCheck: 7_305_025,
} as const;

/** Lets one transaction at a time go on from here, until it ends. */
export async function takeAdvisoryLock(transaction: Transaction, lock: keyof typeof ADVISORY_LOCKS): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`);
}
