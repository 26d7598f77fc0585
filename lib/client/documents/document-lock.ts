import type { DocumentLock, LockAnswer } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { requestJson, requestNothing, withQuery } from '../http/http.ts';
import { tabId } from '../http/tab-id.ts';

const HEARTBEAT_MS = 15_000;
const TIMEOUT_MS = 10_000;
const OPENING_MS = 3_000;

/** Requests about one document's lock go one after the other, also when the screen that asked is gone. */
const lines = new Map<string, Promise<unknown>>();

function inLine<T>(documentId: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(documentId) ?? Promise.resolve();
  const next = before.catch(() => undefined).then(work);
  lines.set(documentId, next);
  const forget = () => lines.get(documentId) === next && lines.delete(documentId);
  next.then(forget, forget);
  return next;
}

function ask(documentId: string, more: { take_over?: string; ahead?: boolean; waiting?: boolean } = {}): Promise<LockAnswer> {
  const body = { tab: tabId(), ...more };
  return inLine(documentId, () =>
    requestJson<LockAnswer>(`/api/documents/${documentId}/lock`, { method: 'POST', body, timeout: TIMEOUT_MS }),
  );
}

/** Gives the lock of a document back; goes out even while the page is being left. `leaving`: it may be left for a reload. */
export function releaseLock(documentId: string, { leaving = false } = {}): void {
  const path = withQuery(`/api/documents/${documentId}/lock`, { tab: tabId(), leaving: leaving || undefined });
  const send = () => requestNothing(path, { method: 'DELETE', keepalive: true, timeout: TIMEOUT_MS });
  inLine(documentId, send).catch(() => undefined);
}

/** The lock of a document is not given back before the work is settled. */
export function holdLockDuring(documentId: string, work: Promise<unknown>): void {
  inLine(documentId, () => work).catch(() => undefined);
}

/** Takes the lock of a document that will probably be opened next, and keeps it until the returned function is called. */
export function keepLockAhead(documentId: string): () => void {
  const again = () => void ask(documentId, { ahead: true }).catch(() => undefined);
  again();
  const timer = setInterval(again, HEARTBEAT_MS);
  return () => {
    clearInterval(timer);
    // The screen that opens it comes a moment after this one is gone.
    setTimeout(() => !keepers.has(documentId) && releaseLock(documentId), OPENING_MS);
  };
}

/** Documents that a screen of this tab keeps the lock of. */
const keepers = new Set<string>();

/** `asking`: not answered yet · `mine`: this tab may write · `theirs`: another tab holds it, `lost` = it was this tab's before. */
export type LockState = { status: 'asking' | 'mine' } | { status: 'theirs'; lock: DocumentLock; lost: boolean };

export type LockKeeper = {
  /** Asks now instead of at the next beat. */
  askNow(): Promise<void>;
  /** Takes it from the tab that is known to hold it. @throws ProblemError `document_locked`: yet another has it by now */
  takeOver(): Promise<void>;
  stop(): void;
};

/**
 * Takes a document's lock, keeps it, and tells when another tab holds it. While the desk cannot be reached nothing changes.
 * @param options.onMine told of every answer that the lock is this tab's
 */
export function createLockKeeper(
  documentId: string,
  options: { first: LockState; onChange: (state: LockState) => void; onMine: () => void },
): LockKeeper {
  const { first, onChange, onMine } = options;
  let state = first;
  /** The desk has said that another tab holds it: from then on this tab waits. */
  let isTold = false;
  let stopped = false;
  keepers.add(documentId);

  function record(next: LockState): void {
    if (stopped) return;
    const isSame =
      state.status === next.status && (next.status !== 'theirs' || (state.status === 'theirs' && state.lock.tab === next.lock.tab));
    if (isSame) return;
    state = next;
    onChange(next);
  }

  function receive({ mine, lock }: LockAnswer): void {
    isTold = !mine;
    if (mine || !lock) {
      record({ status: 'mine' });
      if (!stopped) onMine();
    } else record({ status: 'theirs', lock, lost: state.status === 'mine' || (state.status === 'theirs' && state.lost) });
  }

  async function askNow(): Promise<void> {
    if (stopped) return;
    try {
      receive(await ask(documentId, { waiting: isTold }));
    } catch {
      // Not reachable, or gone: whoever writes next is told.
    }
  }

  void askNow();
  const timer = setInterval(() => void askNow(), HEARTBEAT_MS);
  const onHide = () => releaseLock(documentId, { leaving: true });
  const onBack = () => !document.hidden && void askNow();
  window.addEventListener('pagehide', onHide);
  window.addEventListener('pageshow', onBack);
  window.addEventListener('online', onBack);
  document.addEventListener('visibilitychange', onBack);
  return {
    askNow,
    async takeOver() {
      if (state.status !== 'theirs') return;
      try {
        receive(await ask(documentId, { take_over: state.lock.tab }));
      } catch (error) {
        const lock = error instanceof ProblemError ? (error.extra?.lock as DocumentLock | undefined) : undefined;
        if (lock) receive({ mine: false, lock });
        throw error;
      }
    },
    stop() {
      stopped = true;
      keepers.delete(documentId);
      clearInterval(timer);
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onBack);
      window.removeEventListener('online', onBack);
      document.removeEventListener('visibilitychange', onBack);
      releaseLock(documentId);
    },
  };
}
