'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-aria-components/Link';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { useShortcuts, useShortcutsOf } from '#components/shared/keys/shortcuts.ts';
import { LogoMark } from '#components/shared/logo.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import { useRefuseFiles } from '#components/upload/use-refuse-files.ts';
import { useDocumentChanges } from '#lib/client/documents/changes/use-document-changes.ts';
import { useRefusedApproval } from '#lib/client/review/approvals.ts';
import { useUploads } from '#lib/client/upload/use-uploads.ts';
import { ConnectionNote } from './connection-note.tsx';
import { InboxBell } from './inbox/inbox-bell.tsx';
import { Navigation } from './navigation.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { UserButton } from './user-button.tsx';

const CommandPalette = lazyWithPrefetch(async () => (await import('./palette/command-palette.tsx')).CommandPalette);
const ShortcutDialog = lazyWithPrefetch(async () => (await import('./shortcut-dialog.tsx')).ShortcutDialog);
const UploadPanel = lazyWithPrefetch(async () => (await import('../upload/upload-panel.tsx')).UploadPanel);
const UserMenu = lazyWithPrefetch<{ onShowShortcuts: () => void }>(async () => (await import('./user-menu.tsx')).UserMenu, UserButton);

/** The bar at the top and the screen below, which fills the window and scrolls inside itself. */
export function AppFrame({ children }: { children: ReactNode }) {
  const [sheetOpen, setSheetOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useState(false);
  useDocumentChanges();
  useRefuseFiles();
  useShortcutsOf(useCurrentUser().id);
  const router = useRouter();
  const refused = useRefusedApproval();
  const hasUploads = useUploads().length > 0;
  const showSheet = () => setSheetOpen(true);
  useShortcuts('Everywhere', [
    { id: 'everywhere.palette', keys: ['Mod+k'], label: 'Search pages and commands', whileTyping: true, run: () => setPaletteOpen(true) },
    { id: 'everywhere.sheet', keys: ['?'], label: 'Show keyboard shortcuts', run: showSheet },
    {
      id: 'everywhere.sheet-typing',
      keys: ['Mod+/'],
      label: 'Show keyboard shortcuts, while typing',
      isSecondKey: true,
      whileTyping: true,
      run: showSheet,
    },
    {
      id: 'everywhere.refused-approval',
      keys: ['Alt+b'],
      label: 'Back to the document that was not approved',
      whileTyping: true,
      isDisabled: refused === null,
      run: () => refused && router.push(`/documents/${refused}`),
    },
  ]);
  return (
    <div className="flex h-full flex-col print:block print:h-auto">
      <a
        href="#main"
        className="sr-only rounded-md bg-accent-fill px-3 py-1.5 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <header className="flex h-11 shrink-0 items-center gap-3 border-b bg-surface px-3 max-md:gap-1.5 max-md:px-2 print:hidden">
        <Link
          href="/overview"
          aria-label="Countersign, go to the overview"
          className="flex items-center gap-2 rounded-md font-semibold text-sm tracking-tight"
        >
          <LogoMark />
          <span className="max-md:hidden">Countersign</span>
        </Link>
        <span aria-hidden className="h-4 w-px bg-line max-md:hidden" />
        <Navigation />
        <div className="ml-auto flex shrink-0 items-center gap-1">
          <ConnectionNote />
          <InboxBell />
          <PaletteButton onPress={() => setPaletteOpen(true)} />
          <UserMenu onShowShortcuts={() => setSheetOpen(true)} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none print:block">
        {children}
      </main>
      {hasUploads ? <UploadPanel /> : null}
      {paletteOpen ? <CommandPalette onClose={() => setPaletteOpen(false)} /> : null}
      {sheetOpen ? <ShortcutDialog isOpen onClose={() => setSheetOpen(false)} /> : null}
    </div>
  );
}
