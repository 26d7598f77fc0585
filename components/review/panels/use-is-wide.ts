'use client';

import { useSyncExternalStore } from 'react';

/** From here on a column has room beside pages and fields. */
const WIDE = '(width >= 80rem)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** True in a window that has room for a column beside pages and fields. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
}
