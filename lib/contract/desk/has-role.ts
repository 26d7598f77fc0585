import type { Role } from './user.ts';

const ORDER: readonly Role[] = ['viewer', 'reviewer', 'schema_owner', 'admin'];

/** True when `role` may do all that `needed` may. */
export function hasRole(role: Role, needed: Role): boolean {
  return ORDER.indexOf(role) >= ORDER.indexOf(needed);
}
