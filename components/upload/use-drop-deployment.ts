import { useSyncExternalStore } from 'react';

const KEY = 'countersign.drop-deployment';
const listeners = new Set<() => void>();

/** Chooses where the documents dropped next go; null = where new documents go. Remembered in this browser. */
export function chooseDropDeployment(id: string | null): void {
  if (id) localStorage.setItem(KEY, id);
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** Id of the deployment for the documents dropped next, or null. */
export function useDropDeployment(): string | null {
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
