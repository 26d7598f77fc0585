'use client';

import { latePart } from './late-part.tsx';
import { useHasToasts } from './toast.tsx';

const ToastRegion = latePart(async () => (await import('./toast-region.tsx')).ToastRegion);

/** Where toasts stand. Once per page. */
export function Toasts() {
  return useHasToasts() ? <ToastRegion /> : null;
}
