'use client';

import { useQuery } from '@tanstack/react-query';
import { Bookmark, FileText, ListChecks, type LucideIcon, SquareStack, SquareTerminal } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useEffect, useMemo, useState } from 'react';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { documentAddress } from '#components/shared/documents/document-address.ts';
import { foundWords } from '#components/shared/documents/found-words.ts';
import { viewAddress } from '#components/shared/documents/view-address.ts';
import { chordKeys } from '#components/shared/keys/shortcut-keys.ts';
import { keysOf, SELECTED_GROUP, type Shortcut, type ShortcutGroup } from '#components/shared/keys/shortcuts.ts';
import { listHref } from '#components/shared/queues/queue-words.ts';
import { isDocument, type RecentItem, readRecent, recentDocument } from '#components/shared/recent-items.ts';
import { SETTINGS_SECTIONS } from '#components/shared/settings-sections.ts';
import { documentsQuery } from '#lib/client/documents/documents.ts';
import { viewsQuery } from '#lib/client/documents/views.ts';
import { queuesQuery } from '#lib/client/team/queues.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { hasRole } from '#lib/contract/desk/has-role.ts';
import type { FoundPlace } from '#lib/contract/desk/search/found.ts';
import type { SavedView } from '#lib/contract/desk/search/saved-view.ts';
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
/** Characters shown of the place where a document was found. */
const LONGEST_PLACE = 50;

/** The commands that are there on every screen. */
const EVERYWHERE = 'Everywhere';

/** Without what opens the palette, what is no command, and what only gives another command a second key. */
const isCommand = ({ id, isDisabled, isFixed, isSecondKey, isKeyOnly }: Shortcut) =>
  !isDisabled && !isFixed && !isSecondKey && !isKeyOnly && id !== 'everywhere.palette';

function commandItems(commands: readonly ShortcutGroup[]): PaletteItem[] {
  return (
    commands
      .toReversed()
      .flatMap((group) => group.shortcuts.filter(isCommand).map((command) => ({ command, group: group.title })))
      .map(({ command, group }) => {
        const chord = keysOf(command)[0];
        const keys = chord ? chordKeys(chord) : [];
        return { id: command.id, label: command.label, detail: group, keys, icon: SquareTerminal, command };
      })
      // What has no key is rarer.
      .toSorted((one, other) => Number(one.keys.length === 0) - Number(other.keys.length === 0))
  );
}

type Known = {
  queues: readonly { id: string; draft: { name: string } }[];
  schemas: readonly { id: string; name: string }[];
  views: readonly SavedView[];
};

/** What is there without a search: commands for what is selected, commands of the screen, places, queues, saved views, schemas, commands of every screen. */
function fixedGroups(role: Role, commands: readonly ShortcutGroup[], { queues, schemas, views }: Known): PaletteGroup[] {
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
    { title: SELECTED_GROUP, items: commandItems(commands.filter(({ title }) => title === SELECTED_GROUP)) },
    { title: 'This screen', items: commandItems(commands.filter(({ title }) => title !== EVERYWHERE && title !== SELECTED_GROUP)) },
    { title: 'Go to', items: places.map((place) => ({ id: `place ${place.href}`, keys: [], ...place })) },
    {
      title: 'Queues',
      items: queues.map(({ id, draft }) => ({
        id: `queue ${id}`,
        label: draft.name,
        detail: 'Queue',
        keys: [],
        icon: SquareStack,
        href: listHref({ id }),
      })),
    },
    {
      title: 'Views',
      items: views.map(({ id, name, is_shared, owner, state }) => ({
        id: `view ${id}`,
        label: name,
        detail: is_shared ? `View shared by ${owner.name}` : 'View',
        keys: [],
        icon: Bookmark,
        href: viewAddress(state),
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
    { title: EVERYWHERE, items: commandItems(commands.filter(({ title }) => title === EVERYWHERE)) },
  ];
}

/** Where a document was found, in a few words. */
function placeWords(place: FoundPlace): string {
  const text = place.parts.map((part) => part.text).join('');
  return `${foundWords(place)} ${text.length > LONGEST_PLACE ? `${text.slice(0, LONGEST_PLACE)} …` : text}`;
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
  const views = useQuery(viewsQuery).data;
  const found = useQuery({ ...documentsQuery({ q: sought, page_size: DOCUMENTS, page: 1 }), enabled: sought.length > 1 });

  const fixed = useMemo((): PaletteGroup[] => {
    return fixedGroups(role, commands, { queues: queues?.items ?? [], schemas: schemas ?? [], views: views ?? [] });
  }, [commands, role, queues, schemas, views]);

  const documents = useMemo(
    (): PaletteItem[] =>
      (sought.length > 1 ? (found.data?.items ?? []) : []).map(({ id, name, schema_name }) => {
        const place = found.data?.found?.[id];
        return {
          ...recentDocument(id, name),
          detail: place ? placeWords(place) : (schema_name ?? undefined),
          keys: [],
          icon: FileText,
          href: documentAddress(id, place),
        };
      }),
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
