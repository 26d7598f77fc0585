import type { User } from '#lib/contract/desk/user.ts';

/** Whose inbox is read: that of the person who asks. */
export function readerOf({ id, role }: Pick<User, 'id' | 'role'>): { id: string; isAdmin: boolean } {
  return { id, isAdmin: role === 'admin' };
}
