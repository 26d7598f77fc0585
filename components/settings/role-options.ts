import { ROLE_WORDS } from '#components/shared/role-words.ts';
import type { Option } from '#components/ui/inputs/select.tsx';
import type { Role } from '#lib/contract/desk/user.ts';

const MAY: Record<Role, string> = {
  viewer: 'Views and exports documents',
  reviewer: 'Also adds, corrects and approves documents',
  schema_owner: 'Also changes schemas',
  admin: 'Everything: people, keys, settings, audit',
};

/** The roles with what they may do, the least first. */
export const ROLE_OPTIONS: readonly Option<Role>[] = (['viewer', 'reviewer', 'schema_owner', 'admin'] as const).map((id) => ({
  id,
  label: ROLE_WORDS[id],
  description: MAY[id],
}));
