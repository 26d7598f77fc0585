import { ne } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { users } from '../context/tables.ts';

/**
 * Refuses a name that somebody else has, however it is spelled: trail and exports tell people by their names.
 * @param ownId the person who takes it; null for an account that is not made yet
 * @throws ProblemError `conflict` at `/name`
 */
export async function requireOwnName(executor: Executor, name: string, ownId: string | null): Promise<void> {
  const others = await executor
    .select({ name: users.name })
    .from(users)
    .where(ownId === null ? undefined : ne(users.id, ownId));
  const wanted = fold(name);
  if (!others.some((other) => fold(other.name) === wanted)) return;
  const message = 'Someone here already has this name. Add something that tells you apart.';
  throw new ProblemError('conflict', message, { errors: [{ pointer: '/name', message }] });
}

/** Without case, width of letters, doubled spaces and characters that nobody sees. */
function fold(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}
