import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from './database.ts';

/**
 * Runs inserts, updates and deletes in one statement, so that they make one trip: the first one first, the others in no promised order.
 * None of them sees what another one does, and none may change a row that another one changes. Foreign keys between them are checked at
 * the end. What they return is lost.
 */
export async function runTogether(executor: Executor, ...writes: readonly [SQLWrapper, SQLWrapper, ...SQLWrapper[]]): Promise<void> {
  const parts = writes.slice(1).map((write, index) => sql`${sql.identifier(`write_${index}`)} as (${write.getSQL()})`);
  await executor.execute(sql`with ${sql.join(parts, sql`, `)} ${writes[0].getSQL()}`);
}
