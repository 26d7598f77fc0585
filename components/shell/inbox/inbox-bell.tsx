'use client';

import { Bell } from 'lucide-react';
import { useRef, useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import { useUnread } from '#lib/client/team/inbox.ts';
import type { InboxPanelProps } from './inbox-panel.tsx';
import { useTitleCount } from './use-title-count.ts';

const InboxPanel = lazyWithPrefetch<InboxPanelProps>(async () => (await import('./inbox-panel.tsx')).InboxPanel);

/** The button of the inbox with the number of unread entries, which stands in the tab's title too. Not there for people without an inbox. */
export function InboxBell() {
  const hasInbox = useMay('reviewer');
  const unread = useUnread({ hasInbox });
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLSpanElement>(null);
  useTitleCount(unread);
  const open = () => setOpen(true);
  useShortcuts('Everywhere', [
    { id: 'everywhere.inbox', keys: ['i'], label: 'Show the inbox', isDisabled: !hasInbox, run: open },
    {
      id: 'everywhere.inbox-typing',
      keys: ['Alt+i'],
      label: 'Show the inbox, while typing',
      isSecondKey: true,
      whileTyping: true,
      isDisabled: !hasInbox,
      run: open,
    },
  ]);
  if (!hasInbox) return null;
  return (
    <span ref={button} className="mr-1 flex">
      <IconButton
        label={unread > 0 ? `Inbox, ${unread} unread` : 'Inbox'}
        shortcut="i"
        aria-expanded={isOpen}
        className="relative"
        icon={
          <>
            <Bell size={15} aria-hidden />
            {unread > 0 ? (
              <span
                aria-hidden
                className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-accent-fill px-1 text-center font-semibold text-[10px] text-on-accent leading-4 tabular-nums"
              >
                {unread > 99 ? '99+' : unread}
              </span>
            ) : null}
          </>
        }
        onPress={() => setOpen((before) => !before)}
      />
      {isOpen ? <InboxPanel button={button} onClose={() => setOpen(false)} /> : null}
    </span>
  );
}
