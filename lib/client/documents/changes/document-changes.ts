import { focusManager, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { DeskDocument, DocumentChanges } from '#lib/contract/desk/desk-document.ts';
import { recordAnswer } from '../../http/connection.ts';
import { ConnectionError } from '../../http/connection-error.ts';
import { requestJson, withQuery } from '../../http/http.ts';
import { retryAfterMs, slowingPause } from '../../http/poll-pace.ts';
import { documentKeys } from '../documents.ts';
import { applyDocumentChanges } from './apply-document-changes.ts';
import { createChangeCursor } from './change-cursor.ts';
import { onUnread } from './unread.ts';

const FASTEST_MS = 1_000;
/** While a document is open, so that two people at one document soon see each other's changes. */
const OPEN_MS = 4_000;
/** Where nothing is under way the pause grows faster. */
const IDLE_SHARE = 0.5;
/** Lists are asked again at most this often while documents move between states. */
const LIST_MS = 4_000;

const queryKey = ['document-changes'] as const;

/**
 * The tab's one status request, as a query that asks itself again: every second while something changes, ever more rarely the
 * longer nothing does, up to 15 s, or 4 s with a document open; not at all in a hidden tab.
 * @param onDocuments told of every document that changed
 * @returns `query` to be observed once, and `wake`: something was just done, so ask soon and often again
 */
export function createDocumentChanges(client: QueryClient, onDocuments: (documents: readonly DeskDocument[]) => void = () => undefined) {
  const cursor = createChangeCursor(client);
  /** The newest change that was seen: while others still write, the same documents come several times. */
  let newest = 0;
  let removed = '';
  let changedAt = Date.now();
  let askedAt = 0;
  let isFlying = false;
  let failures = 0;
  let waitUntil = 0;
  let listsDue = false;
  let listsAskedAt = 0;

  function receive(changes: DocumentChanges): void {
    const isNews = changes.documents.some(({ change }) => change > newest) || changes.removed.join() !== removed;
    if (isNews) changedAt = Date.now();
    for (const { change } of changes.documents) newest = Math.max(newest, change);
    removed = changes.removed.join();
    isFlying = changes.in_flight > 0;
    if (changes.unread !== undefined) onUnread(client, changes.unread);
    onDocuments(changes.documents);
    if (applyDocumentChanges(client, changes)) listsDue = true;
    cursor.advance(changes.change);
    if (!listsDue || Date.now() - listsAskedAt < LIST_MS) return;
    listsDue = false;
    listsAskedAt = Date.now();
    void client.invalidateQueries({ queryKey: documentKeys.lists });
    void client.invalidateQueries({ queryKey: documentKeys.lines });
  }

  async function ask(signal: AbortSignal): Promise<number> {
    askedAt = Date.now();
    try {
      const since = await cursor.find(signal);
      const changes = await requestJson<DocumentChanges>(withQuery('/api/documents/changes', { since }), { signal });
      failures = 0;
      receive(changes);
      return changes.change;
    } catch (error) {
      if (!signal.aborted) {
        failures += 1;
        waitUntil = Date.now() + retryAfterMs(error);
        if (error instanceof ConnectionError) recordAnswer(false);
      }
      throw error;
    }
  }

  function pause(): number {
    if (failures > 0) return Math.max(slowingPause(FASTEST_MS * 2 ** failures, FASTEST_MS, 1), waitUntil - Date.now());
    if (listsDue) return FASTEST_MS;
    const quiet = slowingPause(Date.now() - changedAt, FASTEST_MS, isFlying ? undefined : IDLE_SHARE);
    const isOpen = client.getQueryCache().findAll({ queryKey: ['documents', 'one'], type: 'active' }).length > 0;
    return isOpen ? Math.min(OPEN_MS, quiet) : quiet;
  }

  const mayAsk = () => (Date.now() >= waitUntil ? 'always' : false);

  function wake(): void {
    changedAt = Date.now();
    if (mayAsk() && focusManager.isFocused() && Date.now() - askedAt >= FASTEST_MS) {
      void client.refetchQueries({ queryKey }, { cancelRefetch: false });
    } else {
      // Only its pause is worked out anew.
      void client.invalidateQueries({ queryKey, refetchType: 'none' });
    }
  }

  const query = queryOptions({
    queryKey,
    queryFn: ({ signal }) => ask(signal),
    staleTime: 0,
    gcTime: 0,
    // The next one comes soon enough, and whether the desk is there again is found out by asking.
    retry: false,
    networkMode: 'always',
    refetchInterval: pause,
    refetchIntervalInBackground: false,
    refetchOnMount: 'always',
    refetchOnWindowFocus: mayAsk,
    refetchOnReconnect: mayAsk,
    // It writes into other queries; nobody draws its own answer.
    notifyOnChangeProps: [],
  });
  return { query, wake };
}
