import type { QueryClient } from '@tanstack/react-query';
import type { DocumentChanges, ListDocuments } from '#lib/contract/desk-document.ts';
import { ProblemError } from '#lib/contract/problem-error.ts';
import { applyDocumentChanges } from './apply-document-changes.ts';
import { noteAnswer } from './connection.ts';
import { ConnectionError } from './connection-error.ts';
import { documentKeys, listDocuments } from './documents.ts';
import { requestJson, withQuery } from './http.ts';
import { sessionKey } from './session.ts';

const FAST_MS = 1_000;
const SLOW_MS = 15_000;
/** While a document is open, so that two people at one document soon see each other's changes. */
const OPEN_MS = 4_000;
/** Lists are asked again at most this often while documents move between states. */
const LIST_MS = 4_000;

/**
 * The tab's one status request. Every second while any document of the desk is in flight, then ever slower up to 15 s, or 4 s with a document open;
 * not at all in a hidden tab.
 */
export class DocumentChangesLoop {
  readonly #client: QueryClient;
  #since: number | null = null;
  #delay = FAST_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #listTimer: ReturnType<typeof setTimeout> | undefined;
  #listAskedAt = 0;
  #asking: AbortController | null = null;
  #running = false;
  readonly #onVisibility = () => (document.hidden ? this.#pause() : this.wake());
  readonly #onHint = () => this.wake();

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Begins asking. */
  start(): void {
    this.#running = true;
    document.addEventListener('visibilitychange', this.#onVisibility);
    window.addEventListener('focus', this.#onHint);
    window.addEventListener('online', this.#onHint);
    // Whether the desk still answers is found out at once.
    window.addEventListener('offline', this.#onHint);
    this.wake();
  }

  /** Ends asking and drops a request under way. */
  stop(): void {
    this.#running = false;
    document.removeEventListener('visibilitychange', this.#onVisibility);
    window.removeEventListener('focus', this.#onHint);
    window.removeEventListener('online', this.#onHint);
    window.removeEventListener('offline', this.#onHint);
    this.#pause();
    clearTimeout(this.#listTimer);
    // Nothing is known where nobody asks.
    noteAnswer(true);
  }

  /** Asks soon and often again, e.g. after an upload. */
  wake(): void {
    this.#delay = FAST_MS;
    if (!this.#running || document.hidden || this.#asking) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), 50);
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#asking = null;
  }

  /** The oldest state shown anywhere, so that a list that answered late misses nothing. */
  async #cursor(signal: AbortSignal): Promise<number> {
    this.#since ??= (await listDocuments({ page_size: 1 }, signal)).change;
    let since = this.#since;
    for (const [, list] of this.#client.getQueriesData<ListDocuments>({ queryKey: documentKeys.lists })) {
      if (list && list.change < since) since = list.change;
    }
    return since;
  }

  async #ask(): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const since = await this.#cursor(asking.signal);
      const changes = await requestJson<DocumentChanges>(withQuery('/api/documents/changes', { since }), { signal: asking.signal });
      if (applyDocumentChanges(this.#client, changes)) this.#askLists();
      this.#advance(changes.change);
      const busy = changes.in_flight > 0 || changes.documents.length > 0;
      this.#delay = busy ? FAST_MS : Math.min(this.#slowest(), this.#delay * 2);
    } catch (error) {
      if (asking.signal.aborted) return;
      if (error instanceof ConnectionError) noteAnswer(false);
      // Signed out elsewhere: the session gate then leads to sign-in.
      if (error instanceof ProblemError && error.code === 'unauthenticated') void this.#client.invalidateQueries({ queryKey: sessionKey });
      this.#delay = Math.min(SLOW_MS, this.#delay * 2);
    } finally {
      if (this.#asking === asking) this.#asking = null;
    }
    if (this.#running && !document.hidden) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#ask(), this.#delay);
    }
  }

  #slowest(): number {
    const isOpen = this.#client.getQueryCache().findAll({ queryKey: ['documents', 'one'], type: 'active' }).length > 0;
    return isOpen ? OPEN_MS : SLOW_MS;
  }

  #advance(change: number): void {
    this.#since = change;
    for (const [key, list] of this.#client.getQueriesData<ListDocuments>({ queryKey: documentKeys.lists })) {
      if (list && list.change < change) {
        this.#client.setQueryData(key, { ...list, change }, { updatedAt: this.#client.getQueryState(key)?.dataUpdatedAt });
      }
    }
  }

  #askLists(): void {
    clearTimeout(this.#listTimer);
    const wait = Math.max(0, this.#listAskedAt + LIST_MS - Date.now());
    this.#listTimer = setTimeout(() => {
      this.#listAskedAt = Date.now();
      void this.#client.invalidateQueries({ queryKey: documentKeys.lists });
      void this.#client.invalidateQueries({ queryKey: documentKeys.lines });
    }, wait);
  }
}
