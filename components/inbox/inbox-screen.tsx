'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck, Mail, MailOpen } from 'lucide-react';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMay } from '#components/shared/current-user.ts';
import { EntryDays } from '#components/shared/inbox/entry-days.tsx';
import { EntryRow } from '#components/shared/inbox/entry-row.tsx';
import { InboxEmpty } from '#components/shared/inbox/inbox-empty.tsx';
import { INBOX_KIND_WORDS } from '#components/shared/inbox/inbox-words.ts';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { inboxQuery, useReadInbox } from '#lib/client/team/inbox.ts';
import type { InboxEntry, InboxKind } from '#lib/contract/desk/inbox.ts';

const STATES = ['all', 'unread', 'open', 'settled'] as const;
const STATE_WORDS = { all: 'All', unread: 'Unread', open: 'Not done', settled: 'Done' };
const KINDS = Object.keys(INBOX_KIND_WORDS) as InboxKind[];
const ANY = 'any';

/** Everything that the person was told, with what is done for 90 days. */
export function InboxScreen() {
  const [kind, setKind] = useQueryState('kind', parseAsStringLiteral(KINDS));
  const [state, setState] = useQueryState('state', parseAsStringLiteral(STATES).withDefault('all'));
  const [asked] = useQueryState('entry', parseAsString);
  const isAdmin = useMay('admin');
  const inbox = useInfiniteQuery(inboxQuery({ kind, state }));
  const read = useReadInbox();
  const isOwner = useMay('schema_owner');
  const kinds = KINDS.filter((one) => (isAdmin || (one !== 'deployment' && one !== 'quality')) && (isOwner || one !== 'stopped'));
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto max-w-200 px-3 py-3">
        <div className="flex flex-wrap items-center gap-2 pb-2">
          <h1 className="mr-auto font-semibold text-lg">Inbox</h1>
          <Select
            aria-label="Kind"
            dense
            className="w-44"
            options={[{ id: ANY, label: 'All kinds' }, ...kinds.map((id) => ({ id, label: INBOX_KIND_WORDS[id] }))]}
            value={kind ?? ANY}
            onChange={(id) => void setKind(id === ANY ? null : (id as InboxKind))}
          />
          <Select
            aria-label="State"
            dense
            className="w-28"
            options={STATES.map((id) => ({ id, label: STATE_WORDS[id] }))}
            value={state}
            onChange={(id) => void setState(id)}
          />
          <Button
            icon={<CheckCheck size={14} aria-hidden />}
            isDisabled={!inbox.data?.pages[0]?.unread}
            isPending={read.isPending}
            onPress={() => read.mutate({ all: true })}
          >
            Mark all as read
          </Button>
        </div>
        <LoadingPart query={inbox}>
          {({ pages }) => {
            const entries = pages.flatMap(({ items }) => items);
            if (entries.length === 0) return kind === null && state === 'all' ? <InboxEmpty /> : <NothingFound />;
            return (
              <div className="rounded-lg border bg-surface p-1">
                <EntryDays entries={entries} level={2}>
                  {(entry) => (
                    <EntryRow
                      key={entry.id}
                      entry={entry}
                      isUnfolded={entry.id === asked}
                      onOpen={() => entry.read || read.mutate({ ids: [entry.id] })}
                    >
                      <ReadButton entry={entry} onChange={(isRead) => read.mutate({ ids: [entry.id], read: isRead })} />
                    </EntryRow>
                  )}
                </EntryDays>
              </div>
            );
          }}
        </LoadingPart>
        {inbox.hasNextPage ? (
          <div className="flex justify-center py-3">
            <Button isPending={inbox.isFetchingNextPage} onPress={() => void inbox.fetchNextPage()}>
              Show older entries
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function ReadButton({ entry, onChange }: { entry: InboxEntry; onChange: (isRead: boolean) => void }) {
  // what is done counts as read
  if (entry.settled) return null;
  return (
    <IconButton
      label={entry.read ? 'Mark as unread' : 'Mark as read'}
      icon={entry.read ? <Mail size={14} aria-hidden /> : <MailOpen size={14} aria-hidden />}
      className="mt-2 mr-1"
      onPress={() => onChange(!entry.read)}
    />
  );
}

function NothingFound() {
  return <EmptyState title="No entry matches">Choose another kind or state.</EmptyState>;
}
