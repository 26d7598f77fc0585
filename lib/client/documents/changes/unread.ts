import type { QueryClient } from '@tanstack/react-query';

export const unreadKey = ['inbox', 'unread'] as const;

/** Keeps how many entries of the inbox are unread; lists of them that are shown are asked for again when it changed. */
export function onUnread(client: QueryClient, unread: number): void {
  const before = client.getQueryData<number>(unreadKey);
  client.setQueryData(unreadKey, unread);
  if (before !== undefined && before !== unread) void client.invalidateQueries({ queryKey: ['inbox', 'list'] });
}
