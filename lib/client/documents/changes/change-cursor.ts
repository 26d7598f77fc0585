import type { QueryClient } from '@tanstack/react-query';
import type { ListDocuments } from '#lib/contract/desk/desk-document.ts';
import { documentKeys, listDocuments } from '../documents.ts';

/** Up to which change this tab knows the desk's documents. */
export function createChangeCursor(client: QueryClient) {
  let since: number | null = null;
  const shownLists = () => client.getQueriesData<ListDocuments>({ queryKey: documentKeys.lists });
  return {
    /** The oldest state shown anywhere, so that a list that answered late misses nothing. */
    async find(signal: AbortSignal): Promise<number> {
      since ??= (await listDocuments({ page_size: 1 }, signal)).change;
      return shownLists().reduce((oldest, [, list]) => (list && list.change < oldest ? list.change : oldest), since);
    },
    /** All changes up to this one are in the lists. */
    advance(change: number): void {
      since = change;
      for (const [key, list] of shownLists()) {
        if (list && list.change < change) {
          client.setQueryData(key, { ...list, change }, { updatedAt: client.getQueryState(key)?.dataUpdatedAt });
        }
      }
    },
  };
}
