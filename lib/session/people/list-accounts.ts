import { roleSchema, type User } from '#lib/contract/desk/user.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { users } from '../context/tables.ts';

/** Everybody who has an account; `active` is false while it is switched off. */
export async function listAccounts(database: Database): Promise<(User & { active: boolean })[]> {
  const rows = await database
    .select({ id: users.id, name: users.name, email: users.email, role: users.role, deactivatedAt: users.deactivatedAt })
    .from(users);
  return rows.map(({ role, deactivatedAt, ...user }) => ({
    ...user,
    role: roleSchema.catch('viewer').parse(role),
    active: deactivatedAt === null,
  }));
}
