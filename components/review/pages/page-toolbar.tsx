'use client';

import {
  AppWindow,
  ChevronDown,
  ChevronUp,
  Focus,
  GalleryVertical,
  MoveHorizontal,
  RotateCw,
  Scan,
  Search,
  SquareDashed,
  Type,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { chordKeys } from '#components/shared/keys/shortcut-keys.ts';
import { keysOf, type Shortcut } from '#components/shared/keys/shortcuts.ts';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { PageSettings } from './use-page-settings.ts';

type PageToolbarProps = {
  page: number;
  count: number;
  shownZoom: number;
  thumbnails: boolean;
  isText: boolean;
  fit: PageSettings['fit'];
  places: boolean;
  loupe: boolean;
  isSearching: boolean;
  /** The commands by id, with the keys in force. */
  commands: ReadonlyMap<string, Shortcut>;
};

const SIZE = 15;

/** Which page is seen, how large and which way up, and what else the pages can show. Narrow panes leave out what keys and the palette do. */
export const PageToolbar = memo(function PageToolbar(props: PageToolbarProps) {
  const { page, count, shownZoom, thumbnails, isText, fit, places, loupe, isSearching, commands } = props;
  const button = (id: string, icon: ReactNode, more: { isDisabled?: boolean; className?: string } = {}) => {
    const command = commands.get(id);
    if (!command || command.isDisabled) return null;
    return (
      <IconButton
        label={command.label}
        shortcut={shownKey(command)}
        size="small"
        icon={icon}
        onPress={() => void command.run(new KeyboardEvent('keydown'))}
        {...more}
      />
    );
  };
  const toggle = (id: string, isSelected: boolean, icon: ReactNode, className?: string) => {
    const command = commands.get(id);
    if (!command) return null;
    return (
      <IconButton
        label={command.label}
        shortcut={shownKey(command)}
        size="small"
        icon={icon}
        aria-pressed={isSelected}
        onPress={() => void command.run(new KeyboardEvent('keydown'))}
        className={classNames('aria-pressed:bg-selected aria-pressed:text-accent', className)}
      />
    );
  };
  return (
    <div role="toolbar" aria-label="Pages" className="@container h-8 shrink-0 border-t bg-surface px-2">
      <div className="flex h-full items-center justify-between gap-1">
        <div className="flex min-w-0 items-center gap-0.5">
          {toggle('pages.thumbnails', thumbnails, <GalleryVertical size={SIZE} aria-hidden />, 'max-md:hidden')}
          {button('pages.before', <ChevronUp size={SIZE} aria-hidden />, { isDisabled: page <= 1 })}
          {button('pages.next', <ChevronDown size={SIZE} aria-hidden />, { isDisabled: page >= count })}
          <span className="truncate px-1 text-ink-muted text-xs">{count === 0 ? 'No pages' : `Page ${page} of ${count}`}</span>
        </div>
        <div className="flex items-center gap-0.5">
          {toggle('pages.search', isSearching, <Search size={SIZE} aria-hidden />)}
          {toggle('pages.text', isText, <Type size={SIZE} aria-hidden />)}
          {isText ? null : (
            <>
              {toggle('pages.places', places, <SquareDashed size={SIZE} aria-hidden />, '@max-[34rem]:hidden')}
              {toggle('pages.loupe', loupe, <Focus size={SIZE} aria-hidden />, '@max-[34rem]:hidden')}
              <span aria-hidden className="mx-1 h-4 w-px bg-line" />
              {button('pages.smaller', <ZoomOut size={SIZE} aria-hidden />)}
              <span className="w-10 text-center text-ink-muted text-xs @max-[26rem]:hidden">{Math.round(shownZoom * 100)} %</span>
              {button('pages.larger', <ZoomIn size={SIZE} aria-hidden />)}
              {toggle('pages.fit-width', fit === 'width', <MoveHorizontal size={SIZE} aria-hidden />)}
              {toggle('pages.fit-page', fit === 'page', <Scan size={SIZE} aria-hidden />, '@max-[26rem]:hidden')}
              {button('pages.rotate', <RotateCw size={SIZE - 1} aria-hidden />)}
            </>
          )}
          {button('pages.window', <AppWindow size={SIZE} aria-hidden />, { className: 'max-md:hidden' })}
        </div>
      </div>
    </div>
  );
});

function shownKey(command: Shortcut): string | undefined {
  const first = keysOf(command)[0];
  return first === undefined ? undefined : chordKeys(first).join(' ');
}
