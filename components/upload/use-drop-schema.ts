import { useSyncExternalStore } from 'react';

const KEY = 'countersign.drop-schema';
const listeners = new Set<() => void>();

/** Chooses the schema of the documents dropped next; null = choose later. Remembered in this browser. */
export function chooseDropSchema(id: string | null): void {
  if (id) localStorage.setItem(KEY, id);
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** Id of the schema for the documents dropped next, or null. */
export function useDropSchema(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
    () => localStorage.getItem(KEY),
    () => null,
  );
}
