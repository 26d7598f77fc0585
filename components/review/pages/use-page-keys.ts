'use client';

import { useMemo, useRef } from 'react';
import { type Shortcut, useShortcuts } from '#components/shared/keys/shortcuts.ts';
import type { usePageLayout } from './use-page-layout.ts';
import type { PageSearch } from './use-page-search.ts';
import type { PageSettings } from './use-page-settings.ts';

type PageKeysOptions = {
  layout: ReturnType<typeof usePageLayout>;
  settings: PageSettings;
  search: PageSearch;
  onSearch: () => void;
  /** Absent where there is no second window to open. */
  onWindow?: (() => void) | undefined;
};

/** The commands of the pages, with their keys, by id; the same map as long as the same can be done. */
export function usePageKeys({ layout, settings, search, onSearch, onWindow }: PageKeysOptions): ReadonlyMap<string, Shortcut> {
  const { current, shownZoom } = layout;
  const isText = settings.isText;
  const commands: Shortcut[] = [
    { id: 'pages.next', keys: ['Alt+PageDown'], label: 'Next page', run: () => layout.goTo(current + 1) },
    { id: 'pages.before', keys: ['Alt+PageUp'], label: 'Previous page', run: () => layout.goTo(current - 1) },
    { id: 'pages.larger', keys: ['Alt+=', 'Alt++'], label: 'Zoom in', isDisabled: isText, run: () => settings.step(1, shownZoom) },
    { id: 'pages.smaller', keys: ['Alt+-'], label: 'Zoom out', isDisabled: isText, run: () => settings.step(-1, shownZoom) },
    { id: 'pages.fit-width', keys: ['Alt+0'], label: 'Fit width', isDisabled: isText, run: () => settings.fitTo('width') },
    { id: 'pages.fit-page', keys: ['Alt+9'], label: 'Fit page', isDisabled: isText, run: () => settings.fitTo('page') },
    { id: 'pages.rotate', keys: ['Alt+r'], label: 'Rotate pages', isDisabled: isText, run: settings.rotate },
    { id: 'pages.places', keys: ['Alt+l'], label: 'Mark the places of all values', isDisabled: isText, run: settings.togglePlaces },
    { id: 'pages.loupe', keys: ['Alt+g'], label: 'Magnify the place in focus', isDisabled: isText, run: settings.toggleLoupe },
    { id: 'pages.thumbnails', keys: ['Alt+t'], label: 'Thumbnails', run: settings.toggleThumbnails },
    { id: 'pages.text', keys: ['Alt+p'], label: 'Show plain text', run: settings.toggleText },
    { id: 'pages.search', keys: ['Mod+f'], label: 'Search in this document', run: onSearch },
    { id: 'pages.found-next', keys: ['F3'], label: 'Next match', isDisabled: search.count === 0, run: () => search.step(1) },
    {
      id: 'pages.found-before',
      keys: ['Shift+F3'],
      label: 'Previous match',
      isDisabled: search.count === 0,
      run: () => search.step(-1),
    },
    {
      id: 'pages.window',
      keys: ['Alt+n'],
      label: 'Open pages in a separate window',
      isDisabled: onWindow === undefined,
      run: () => onWindow?.(),
    },
  ].map((command) => ({ ...command, whileTyping: true }));
  useShortcuts('Pages', commands);
  const latest = useRef(commands);
  latest.current = commands;
  const possible = commands.map(({ isDisabled }) => (isDisabled ? '-' : '+')).join('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew only when what can be done changes; `run` is read when pressed
  return useMemo(() => {
    const run = (id: string) => (event: KeyboardEvent) => latest.current.find((command) => command.id === id)?.run(event);
    return new Map(latest.current.map((command) => [command.id, { ...command, run: run(command.id) }]));
  }, [possible]);
}
