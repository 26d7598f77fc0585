import { sql } from 'drizzle-orm';
import type { Database } from '#lib/platform/database/database.ts';

/**
 * better-auth says of an error only that there was one. Where the database is away, asking it something shows that.
 * @throws OutageError
 */
export async function revealOutage(database: Database): Promise<void> {
  await database.execute(sql`select 1`);
}
