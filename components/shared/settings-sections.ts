import { Archive, CalendarX2, CheckCheck, CircleUser, KeyRound, type LucideIcon, Server, Users } from 'lucide-react';
import type { Role } from '#lib/contract/desk/user.ts';

/** A section of the settings: one page at `href`, seen by people whose role is at least `role`. */
export type SettingsSection = { href: `/settings/${string}`; label: string; role: Role; icon: LucideIcon };

/** The sections in the order in which they stand at the left. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  { href: '/settings/account', label: 'Your account', role: 'viewer', icon: CircleUser },
  { href: '/settings/people', label: 'People', role: 'admin', icon: Users },
  { href: '/settings/deployments', label: 'Deployments', role: 'admin', icon: Server },
  { href: '/settings/keys', label: 'API keys', role: 'admin', icon: KeyRound },
  { href: '/settings/approval', label: 'Approval and quality', role: 'schema_owner', icon: CheckCheck },
  { href: '/settings/retention', label: 'Retention', role: 'admin', icon: CalendarX2 },
  { href: '/settings/backups', label: 'Backups', role: 'admin', icon: Archive },
];
