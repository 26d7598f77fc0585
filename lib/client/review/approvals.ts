import { useSyncExternalStore } from 'react';
import { holdLockDuring } from '../documents/document-lock.ts';
import { untilAnswered, whileWarning } from '../http/retry-send.ts';

/** How long an approval is sent again while the desk does not answer. */
const LIMIT_MS = 5 * 60_000;
const PAUSE_MS = 3_000;

const underWay = new Map<string, Promise<unknown>>();
/** Documents whose approval the desk did not take, until they are opened again. */
let refused: readonly string[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type SendOptions = {
  /** Told once when the desk does not answer and the approval is sent again and again. */
  onWait: () => void;
  /** Milliseconds for all tries, and between two. */
  limitMs?: number;
  pauseMs?: number;
};

/**
 * Sends an approval that nobody waits for. It is sent again while the desk does not answer, the document's lock is not given back
 * before it is settled, and the browser warns before it is closed meanwhile. Sending it twice is harmless: the desk knows it again.
 * @throws what refused it; the document then stands among the refused
 */
export async function sendApproval<T>(
  id: string,
  send: () => Promise<T>,
  { onWait, limitMs = LIMIT_MS, pauseMs = PAUSE_MS }: SendOptions,
): Promise<T> {
  const end = Date.now() + limitMs;
  let isTold = false;
  let last: unknown;
  const sendInTime = async () => {
    // a machine that slept through the pause wakes up long after the limit
    if (last !== undefined && Date.now() >= end) throw last;
    return send();
  };
  const record = (error: unknown) => {
    if (Date.now() >= end) throw error;
    last = error;
    if (!isTold) onWait();
    isTold = true;
  };
  const sent = whileWarning(() => untilAnswered(sendInTime, record, pauseMs));
  holdLockDuring(id, sent);
  underWay.set(id, sent);
  tell();
  try {
    return await sent;
  } catch (error) {
    refused = [...refused.filter((one) => one !== id), id];
    throw error;
  } finally {
    underWay.delete(id);
    tell();
  }
}

/** Resolves when no approval is under way any more, or when the limit is over. */
export async function whenApprovalsSettled(limitMs: number): Promise<void> {
  if (underWay.size === 0) return;
  await Promise.race([Promise.allSettled(underWay.values()), new Promise((resolve) => setTimeout(resolve, limitMs))]);
}

/** True while the approval of a document that was left is under way. */
export function useIsApproving(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => underWay.has(id),
    () => false,
  );
}

/** The document whose approval was refused last and that was not opened since. */
export function useRefusedApproval(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => refused.at(-1) ?? null,
    () => null,
  );
}

/** The document is open again: the person sees what became of it. */
export function forgetRefusedApproval(id: string): void {
  if (!refused.includes(id)) return;
  refused = refused.filter((one) => one !== id);
  tell();
}
