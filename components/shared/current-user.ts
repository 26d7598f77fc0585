import { createContext, useContext } from 'react';
import { hasRole } from '#lib/contract/desk/has-role.ts';
import type { Role, User } from '#lib/contract/desk/user.ts';

/** The signed-in user, given by the session gate. */
export const CurrentUserContext = createContext<User | null>(null);

/** The signed-in user. Only inside the session gate. */
export function useCurrentUser(): User {
  const user = useContext(CurrentUserContext);
  if (!user) throw new Error('useCurrentUser stands outside the session gate');
  return user;
}

/** True when the signed-in user may do what `role` may. The server decides; this only hides what it would refuse. */
export function useMay(role: Role): boolean {
  return hasRole(useCurrentUser().role, role);
}
