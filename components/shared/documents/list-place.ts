import { useEffect } from 'react';

const KEY = 'countersign.list-address';

export type ListPlace = {
  /** The document that had the focus, or was opened last. */
  id: string | null;
  /** Pixels scrolled. */
  top: number;
};

/** Where the list was left; gone with the page, so that a list loaded anew begins at its top. */
let place: ListPlace | null = null;

/** Remembers for this tab what the list shows. @param search the address's query, with `?`, or empty */
export function keepListAddress(search: string): void {
  sessionStorage.setItem(KEY, search);
}

/** The list as it was left: its search, filter, order and page. */
export function listAddress(): string {
  return `/documents${sessionStorage.getItem(KEY) ?? ''}`;
}

/** Remembers where the list is left. */
export function keepListPlace(next: ListPlace): void {
  place = next;
}

/** Where the list was left, once. */
export function takeListPlace(): ListPlace | null {
  const kept = place;
  place = null;
  return kept;
}

/** The list begins, when one comes back to it, at the document that was open last. */
export function useLastOpened(id: string): void {
  useEffect(() => {
    if (place) place = { ...place, id };
  }, [id]);
}
