import { useSyncExternalStore } from 'react';

/** `offline`: this computer has no network. `silent`: it has, but the desk does not answer. */
export type Connection = 'there' | 'offline' | 'silent';

/** One lost request is nobody's business. */
const LOST = 2;

let lost = 0;
const listeners = new Set<() => void>();

/** Notes whether the desk answered what this tab asks all the time; any answer counts, also a refusal. */
export function noteAnswer(hasAnswered: boolean): void {
  const before = findConnection();
  lost = hasAnswered ? 0 : lost + 1;
  if (findConnection() !== before) for (const listener of listeners) listener();
}

/** Whether the desk can be reached from here, as far as is known. */
export function findConnection(): Connection {
  if (!navigator.onLine) return 'offline';
  return lost >= LOST ? 'silent' : 'there';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** The same for a component, which is drawn anew when it changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, findConnection, () => 'there');
}
