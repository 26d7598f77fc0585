import type { Role } from '#lib/contract/desk/user.ts';

/** The roles as people read them. */
export const ROLE_WORDS: Record<Role, string> = { admin: 'Admin', schema_owner: 'Schema owner', reviewer: 'Reviewer', viewer: 'Viewer' };
