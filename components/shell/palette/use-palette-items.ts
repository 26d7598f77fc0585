'use client';

import { useQuery } from '@tanstack/react-query';
import { FileText, ListChecks, type LucideIcon, SquareStack, SquareTerminal } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useEffect, useMemo, useState } from 'react';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { chordKeys } from '#components/shared/keys/shortcut-keys.ts';
import { keysOf, type Shortcut, type ShortcutGroup } from '#components/shared/keys/shortcuts.ts';
import { isDocument, type RecentItem, readRecent, recentDocument } from '#components/shared/recent-items.ts';
import { SETTINGS_SECTIONS } from '#components/shared/settings-sections.ts';
import { documentsQuery } from '#lib/client/documents/documents.ts';
import { queuesQuery } from '#lib/client/team/queues.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { hasRole } from '#lib/contract/desk/has-role.ts';
import type { Role } from '#lib/contract/desk/user.ts';
import { PLACES } from './places.ts';
import { rankItems } from './rank-items.ts';

export type PaletteItem = { id: string; label: string; detail?: string | undefined; keys: string[]; icon: LucideIcon } & (
  | { href: string; command?: undefined }
  | { command: Shortcut; href?: undefined }
);
export type PaletteGroup = { title: string; items: PaletteItem[] };

const PAUSE = 120;
const DOCUMENTS = 8;
const RECENT = 6;

/** Without what opens the palette, what is no command, and what only gives another command a second key. */
const isCommand = ({ id, isDisabled, isFixed, isSecondKey }: Shortcut) =>
  !isDisabled && !isFixed && !isSecondKey && id !== 'everywhere.palette';

/** What is there without a search: commands of the screen, places, queues, schemas. */
function fixedGroups(
  role: Role,
  commands: readonly ShortcutGroup[],
  queues: readonly { id: string; draft: { name: string } }[],
  schemas: readonly { id: string; name: string }[],
): PaletteGroup[] {
  const places = [
    ...PLACES.filter((place) => hasRole(role, place.role)).map(({ href, label, icon }) => ({ href, label, icon, detail: undefined })),
    ...SETTINGS_SECTIONS.filter((section) => hasRole(role, section.role)).map(({ href, label, icon }) => ({
      href,
      label,
      icon,
      detail: 'Settings',
    })),
  ];
  return [
    {
      title: 'This screen',
      items: commands
        .toReversed()
        .flatMap((group) => group.shortcuts.filter(isCommand).map((command) => ({ command, group: group.title })))
        .map(({ command, group }) => {
          const chord = keysOf(command)[0];
          return {
            id: command.id,
            label: command.label,
            detail: group,
            keys: chord ? chordKeys(chord) : [],
            icon: SquareTerminal,
            command,
          };
        })
        // What has no key is rarer.
        .toSorted((one, other) => Number(one.keys.length === 0) - Number(other.keys.length === 0)),
    },
    { title: 'Go to', items: places.map((place) => ({ id: `place ${place.href}`, keys: [], ...place })) },
    {
      title: 'Queues',
      items: queues.map(({ id, draft }) => ({
        id: `queue ${id}`,
        label: draft.name,
        detail: 'Queue',
        keys: [],
        icon: SquareStack,
        href: '/queues',
      })),
    },
    {
      title: 'Schemas',
      items: schemas.map(({ id, name }) => ({
        id: `schema ${id}`,
        label: name,
        detail: 'Schema',
        keys: [],
        icon: ListChecks,
        href: `/schemas/${id}`,
      })),
    },
  ];
}

/** What the palette offers for a query. @param commands those of the screen it was opened on */
export function usePaletteItems(query: string, commands: readonly ShortcutGroup[]): { groups: PaletteGroup[]; isLoading: boolean } {
  const { role, id: personId } = useCurrentUser();
  const pathname = usePathname();
  const [sought, setSought] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSought(query.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [query]);
  const recent = useMemo(() => readRecent(personId).filter(({ href }) => href === undefined || href !== pathname), [personId, pathname]);
  const schemas = useQuery(schemasQuery).data;
  const queues = useQuery(queuesQuery).data;
  const found = useQuery({ ...documentsQuery({ q: sought, page_size: DOCUMENTS, page: 1 }), enabled: sought.length > 1 });

  const fixed = useMemo((): PaletteGroup[] => {
    return fixedGroups(role, commands, queues?.items ?? [], schemas ?? []);
  }, [commands, role, queues, schemas]);

  const documents = useMemo(
    (): PaletteItem[] =>
      (sought.length > 1 ? (found.data?.items ?? []) : []).map(({ id, name, schema_name }) => ({
        ...recentDocument(id, name),
        detail: schema_name ?? undefined,
        keys: [],
        icon: FileText,
        href: `/documents/${id}`,
      })),
    [sought, found.data],
  );
  const groups = useMemo(() => {
    const used = recent.map(({ id }) => id);
    const known = new Map(fixed.flatMap((group) => group.items).map((item) => [item.id, item]));
    const last = recent
      .flatMap((item): PaletteItem[] => {
        const one = known.get(item.id);
        return one ? [one] : asDocument(item);
      })
      .slice(0, RECENT);
    const isAsked = query.trim() !== '';
    const ranked = fixed.map(({ title, items }) => ({ title, items: rankItems(items, query, used) }));
    const all = isAsked
      ? [...ranked, { title: 'Documents', items: documents }]
      : [{ title: 'Recent', items: last }, ...without(ranked, last)];
    return all.filter((group) => group.items.length > 0);
  }, [fixed, recent, documents, query]);
  return { groups, isLoading: query.trim().length > 1 && (found.isFetching || query.trim() !== sought) };
}

/** A document that was opened before; other places that are known no more are left out. */
function asDocument(item: RecentItem): PaletteItem[] {
  const { id, label, href } = item;
  return href && isDocument(item) ? [{ id, label, keys: [], icon: FileText, href }] : [];
}

function without(groups: readonly PaletteGroup[], items: readonly PaletteItem[]): PaletteGroup[] {
  const ids = new Set(items.map(({ id }) => id));
  return groups.map((group) => ({ ...group, items: group.items.filter(({ id }) => !ids.has(id)) }));
}
