import {
  ChartNoAxesCombined,
  FileStack,
  LayoutDashboard,
  LayoutGrid,
  ListChecks,
  type LucideIcon,
  Rows3,
  ScrollText,
  Settings,
} from 'lucide-react';
import type { Role } from '#lib/contract/desk/user.ts';

/** A main place of the desk, seen by people whose role is at least `role`. */
export type Place = { href: string; label: string; icon: LucideIcon; role: Role };

/** The main places in the order of the bar at the top. */
export const PLACES: readonly Place[] = [
  { href: '/overview', label: 'Overview', icon: LayoutDashboard, role: 'viewer' },
  { href: '/documents', label: 'Documents', icon: FileStack, role: 'viewer' },
  { href: '/queues', label: 'Queues', icon: Rows3, role: 'viewer' },
  { href: '/fields', label: 'Compare a field', icon: LayoutGrid, role: 'viewer' },
  { href: '/insights', label: 'Insights', icon: ChartNoAxesCombined, role: 'viewer' },
  { href: '/schemas', label: 'Schemas', icon: ListChecks, role: 'viewer' },
  { href: '/audit', label: 'Audit', icon: ScrollText, role: 'admin' },
  { href: '/settings', label: 'Settings', icon: Settings, role: 'viewer' },
];
