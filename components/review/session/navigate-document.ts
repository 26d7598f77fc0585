'use client';

import { useSyncExternalStore } from 'react';

const address = (id: string) => `/documents/${id}`;

/** Nobody has looked at a document yet that is shown for less than this. */
const LOOK_MS = 300;
/** Two clicks within this are one double click. */
const DOUBLE_CLICK_MS = 700;

/** The last navigation: the address it left, the document it went to, and when. */
let navigation: { from: string; to: string; at: number } | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/**
 * Shows another document in the review screen at once and gives it its address. The router learns of it a moment later; by
 * itself it would ask the server for a page that is the same for every document.
 */
export function navigateToDocument(id: string): void {
  navigation = { from: window.location.pathname, to: id, at: performance.now() };
  window.history.pushState(null, '', address(id));
  for (const listener of listeners) listener();
}

/** The document that was navigated to, until the router knows its address. @param pathname the address as the router knows it */
export function useNavigatedDocument(pathname: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => (navigation && navigation.from === pathname && window.location.pathname === address(navigation.to) ? navigation.to : null),
    () => null,
  );
}

/** How many clicks in quick succession the last press of the mouse was part of. */
let clicks = 0;
if (typeof window !== 'undefined') window.addEventListener('mousedown', (event) => (clicks = event.detail), true);

/**
 * True a moment after a navigation: what is pressed then was meant for the document before, e.g. the second of two quick presses, or of
 * a double click.
 * @param pointerType what pressed, as react-aria says; absent for a key
 */
export function hasJustNavigated(pointerType = 'keyboard'): boolean {
  if (navigation === null) return false;
  const past = performance.now() - navigation.at;
  return pointerType === 'mouse' ? clicks > 1 && past < DOUBLE_CLICK_MS : past < LOOK_MS;
}
