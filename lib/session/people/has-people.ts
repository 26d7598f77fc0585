import type { Executor } from '#lib/platform/database/database.ts';
import { users } from '../context/tables.ts';

/** False on a new desk, until somebody makes the first account. */
export async function hasPeople(executor: Executor): Promise<boolean> {
  const [one] = await executor.select({ id: users.id }).from(users).limit(1);
  return one !== undefined;
}
