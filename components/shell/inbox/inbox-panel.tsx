'use client';

import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Link } from 'react-aria-components/Link';
import { Popover } from 'react-aria-components/Popover';
import { EntryDays } from '#components/shared/inbox/entry-days.tsx';
import { EntryRow } from '#components/shared/inbox/entry-row.tsx';
import { InboxEmpty } from '#components/shared/inbox/inbox-empty.tsx';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { Button } from '#components/ui/button.tsx';
import { inboxPanelQuery, useReadInbox } from '#lib/client/team/inbox.ts';

export type InboxPanelProps = { button: RefObject<HTMLElement | null>; onClose: () => void };

/** The newest entries at the bell, by day. */
export function InboxPanel({ button, onClose }: InboxPanelProps) {
  const inbox = useQuery(inboxPanelQuery);
  const read = useReadInbox();
  const list = useRef<HTMLDivElement>(null);
  const hasEntries = (inbox.data?.items.length ?? 0) > 0;
  // so that Enter opens the newest and arrows go on from it
  useEffect(() => {
    if (hasEntries) list.current?.querySelector<HTMLElement>('[data-entry]')?.focus({ preventScroll: true });
  }, [hasEntries]);
  // what had the focus may be gone, with all read or with the list anew: then no key reaches the panel itself
  useEffect(() => {
    const closeOnEscape = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && target === document.body) onClose();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [onClose]);
  return (
    <Popover
      isOpen
      onOpenChange={(open) => !open && onClose()}
      triggerRef={button}
      placement="bottom end"
      offset={6}
      className="z-40 flex max-h-[min(40rem,80vh)] w-[min(26rem,calc(100vw-1.5rem))] flex-col rounded-lg border border-line bg-raised shadow-md outline-none"
    >
      <Dialog className="flex min-h-0 flex-1 flex-col outline-none">
        <header className="flex h-11 shrink-0 items-center gap-2 border-b px-3">
          <Heading slot="title" level={2} className="font-semibold text-sm">
            Inbox
          </Heading>
          <Button
            variant="quiet"
            size="small"
            icon={<CheckCheck size={13} aria-hidden />}
            className="ml-auto"
            isDisabled={!inbox.data?.unread}
            isPending={read.isPending}
            onPress={() => read.mutate({ all: true })}
          >
            Mark all as read
          </Button>
        </header>
        <div ref={list} className="min-h-0 flex-1 overflow-auto p-1">
          <LoadingPart query={inbox}>
            {({ items }) =>
              items.length === 0 ? (
                <InboxEmpty />
              ) : (
                <EntryDays entries={items} level={3}>
                  {(entry) => (
                    <EntryRow
                      key={entry.id}
                      entry={entry}
                      onOpen={() => {
                        if (!entry.read) read.mutate({ ids: [entry.id] });
                        onClose();
                      }}
                    />
                  )}
                </EntryDays>
              )
            }
          </LoadingPart>
        </div>
        <footer className="flex shrink-0 justify-center border-t p-1">
          <Link
            href="/inbox"
            onPress={onClose}
            className="flex h-7 w-full items-center justify-center rounded-md font-medium text-accent text-sm data-hovered:bg-hover"
          >
            Open the inbox
          </Link>
        </footer>
      </Dialog>
    </Popover>
  );
}
