import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ChangeInboxSettings, InboxKind, InboxSettings, InboxUnread, ListInbox, ReadInbox } from '#lib/contract/desk/inbox.ts';
import { onUnread, unreadKey } from '../documents/changes/unread.ts';
import { requestJson, withQuery } from '../http/http.ts';

const listKey = ['inbox', 'list'] as const;
const settingsKey = ['inbox', 'settings'] as const;
/** A hidden tab asks so seldom. */
const HIDDEN_MS = 60_000;
const PANEL_SIZE = 20;

export type InboxFilter = { kind: InboxKind | null; state: 'all' | 'unread' | 'open' | 'settled' };

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * How many entries the person has not read. The tab's one delta request brings it; that one rests in hidden tabs, where the
 * number in the tab's title matters most, so a hidden tab asks for the number alone, once a minute.
 * @param options.hasInbox false for people who may only look
 */
export function useUnread({ hasInbox }: { hasInbox: boolean }): number {
  const isHidden = useSyncExternalStore(
    subscribeVisibility,
    () => document.hidden,
    () => false,
  );
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => (await requestJson<InboxUnread>('/api/inbox/unread', { signal })).unread,
    enabled: hasInbox && isHidden,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: isHidden ? HIDDEN_MS : false,
    refetchIntervalInBackground: true,
    retry: false,
  });
  return hasInbox ? (data ?? 0) : 0;
}

/** The newest entries, for the panel at the bell. */
export const inboxPanelQuery = queryOptions({
  queryKey: [...listKey, 'panel'],
  queryFn: ({ signal }): Promise<ListInbox> => requestJson<ListInbox>(withQuery('/api/inbox', { limit: PANEL_SIZE }), { signal }),
  staleTime: 0,
});

/** Entries page by page, newest first. */
export function inboxQuery({ kind, state }: InboxFilter) {
  return infiniteQueryOptions({
    queryKey: [...listKey, { kind, state }],
    queryFn: ({ signal, pageParam }): Promise<ListInbox> =>
      requestJson<ListInbox>(withQuery('/api/inbox', { kind: kind ?? undefined, state, before: pageParam ?? undefined }), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Marks entries as read or unread, or all as read. */
export function useReadInbox() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ReadInbox) => requestJson<InboxUnread>('/api/inbox/read', { method: 'POST', body }),
    onSuccess: ({ unread }) => {
      onUnread(client, unread);
      return client.invalidateQueries({ queryKey: listKey });
    },
  });
}

/** Whether mails come about the inbox. */
export const inboxSettingsQuery = queryOptions({
  queryKey: settingsKey,
  queryFn: ({ signal }): Promise<InboxSettings> => requestJson<InboxSettings>('/api/inbox/settings', { signal }),
  staleTime: 10_000,
});

export function useSaveInboxSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeInboxSettings) => requestJson<InboxSettings>('/api/inbox/settings', { method: 'PUT', body }),
    onSuccess: (settings) => client.setQueryData(settingsKey, settings),
  });
}
