import { hasRole } from '#lib/contract/desk/has-role.ts';
import type { User } from '#lib/contract/desk/user.ts';

/** The inbox of a person; null for those who may only look, to whom nothing is given to do. */
export function readerOf({ id, role }: Pick<User, 'id' | 'role'>): { id: string; isAdmin: boolean } | null {
  return hasRole(role, 'reviewer') ? { id, isAdmin: role === 'admin' } : null;
}
