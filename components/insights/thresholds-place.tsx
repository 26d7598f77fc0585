import { type ReactNode, useEffect, useRef } from 'react';
import { THRESHOLDS_ANCHOR } from '#components/shared/documents/insights-place.ts';
import { keepInView } from './tables/keep-in-view.ts';

/** Holds thresholds and automatic approval, and comes into view when the address names it, once. */
export function ThresholdsPlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current || window.location.hash !== `#${THRESHOLDS_ANCHOR}`) return;
    // another schema that is chosen later begins at the top
    window.history.replaceState(null, '', `${window.location.pathname}${window.location.search}`);
    return keepInView(place.current, place.current.parentElement?.children ?? [], 'start');
  }, []);
  return (
    <div id={THRESHOLDS_ANCHOR} ref={place} className="flex flex-col gap-4">
      {children}
    </div>
  );
}
