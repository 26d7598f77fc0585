'use client';

import { lazyWithPrefetch } from '../lazy-with-prefetch.tsx';
import { useHasToasts } from './toast.tsx';

const ToastRegion = lazyWithPrefetch(async () => (await import('./toast-region.tsx')).ToastRegion);

/** Where toasts stand. Once per page. */
export function Toasts() {
  return useHasToasts() ? <ToastRegion /> : null;
}
