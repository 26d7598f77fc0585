import { queryOptions } from '@tanstack/react-query';
import type { Backups } from '#lib/contract/desk/backups.ts';
import { requestJson } from '../http/http.ts';

const LOOK_MS = 10_000;

/** The backups that were made; asked again while they are looked at, as one may be under way. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'] as const,
  queryFn: ({ signal }): Promise<Backups> => requestJson<Backups>('/api/backups', { signal }),
  refetchInterval: LOOK_MS,
});
