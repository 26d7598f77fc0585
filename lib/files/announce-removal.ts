import { eq, sql } from 'drizzle-orm';
import { newId } from '#lib/platform/clock.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { removals } from './tables.ts';

/** How long after it was announced a removal may reach the store. */
const REACHES_MS = 2 * 60_000;
/** How long nothing is stored there: longer, because the store may go by a clock of its own. */
const REFUSED_MS = 5 * 60_000;

export type AnnouncedRemoval = {
  /** The moment after which the removal must have no effect, in milliseconds since 1970. */
  by: number;
  /** Says that the store has answered every request of it. */
  withdraw: () => Promise<void>;
};

/** Says, in a transaction of its own, that a file's bytes are about to be removed. One that is not withdrawn holds for five minutes. */
export async function announceRemoval(database: Database, sha256: string): Promise<AnnouncedRemoval> {
  const by = Date.now() + REACHES_MS;
  const id = newId();
  await database.execute(sql`
    with passed as (delete from ${removals} where ${removals.until} < clock_timestamp())
    insert into ${removals} (id, sha256, until)
    values (${id}, ${sha256}, clock_timestamp() + ${REFUSED_MS}::int * interval '1 millisecond')`);
  return {
    by,
    async withdraw() {
      await database.delete(removals).where(eq(removals.id, id));
    },
  };
}
