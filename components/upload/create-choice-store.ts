import { useSyncExternalStore } from 'react';

/** An id that a person chose, remembered in this browser under `key` and the same in all its tabs. */
export function createChoiceStore(key: string) {
  const listeners = new Set<() => void>();

  function choose(id: string | null): void {
    if (id) localStorage.setItem(key, id);
    else localStorage.removeItem(key);
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  }

  function useChoice(): string | null {
    return useSyncExternalStore(
      subscribe,
      () => localStorage.getItem(key),
      () => null,
    );
  }

  return { choose, useChoice };
}
