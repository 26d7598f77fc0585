import { type RefObject, useEffect, useRef } from 'react';
import { keepInView } from './keep-in-view.ts';

/**
 * Whoever comes back finds the field that was open in view.
 * @returns for the part that holds the fields
 */
export function useScrollToOpened(): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const opened = part.current?.querySelector('[aria-expanded=true]');
    return opened ? keepInView(opened, part.current?.closest('section')?.parentElement?.children ?? [], 'center') : undefined;
  }, []);
  return part;
}
