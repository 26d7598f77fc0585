/** `offline`: this computer has no network and the desk did not answer. `silent`: it has, but the desk does not answer. */
export type Connection = 'there' | 'offline' | 'silent';

/** One lost request is nobody's business. */
const LOST = 2;

let lost = 0;
const listeners = new Set<() => void>();

/** Records whether the desk answered this tab; any answer counts, also a refusal. */
export function recordAnswer(hasAnswered: boolean): void {
  const before = findConnection();
  lost = hasAnswered ? 0 : lost + 1;
  if (findConnection() !== before) for (const listener of listeners) listener();
}

/**
 * Whether the desk can be reached from here, as far as is known. A desk that answers is there, whatever the browser says of the
 * network: a computer that has none reaches its own desk all the same.
 */
export function findConnection(): Connection {
  if (lost > 0 && !navigator.onLine) return 'offline';
  return lost >= LOST ? 'silent' : 'there';
}

/** Calls `listener` when the connection may have changed, until the function it gives back is called. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
