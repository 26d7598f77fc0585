import { usePathname, useSearchParams } from 'next/navigation';
import { type RefObject, type UIEvent, useEffect, useRef } from 'react';
import { keepListAddress, keepListPlace, takeListPlace } from '#components/shared/documents/list-place.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';

type ListPlaceOptions = {
  rows: readonly DeskDocument[];
  active: number;
  moveTo: (index: number) => void;
  scroll: RefObject<HTMLDivElement | null>;
};

/** Whoever comes back from a document finds the list as it was: what it showed, how far it was scrolled, and the row with the focus. */
export function useListPlace({ rows, active, moveTo, scroll }: ListPlaceOptions) {
  const search = useSearchParams().toString();
  const isHere = usePathname() === '/documents';
  const back = useRef<ReturnType<typeof takeListPlace> | undefined>(undefined);
  const now = useRef({ id: null as string | null, top: 0 });
  now.current.id = rows[active]?.id ?? null;
  useEffect(() => {
    if (isHere) keepListAddress(search ? `?${search}` : '');
  }, [search, isHere]);
  useEffect(() => {
    back.current = takeListPlace();
    return () => keepListPlace({ ...now.current });
  }, []);
  useEffect(() => {
    if (!back.current || rows.length === 0) return;
    const { id, top } = back.current;
    back.current = null;
    scroll.current?.scrollTo({ top });
    const index = rows.findIndex((row) => row.id === id);
    if (index >= 0) moveTo(index);
  });
  return {
    onScroll: (event: UIEvent<HTMLElement>) => {
      now.current.top = event.currentTarget.scrollTop;
    },
  };
}
