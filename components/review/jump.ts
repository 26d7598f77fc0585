'use client';

import { useSyncExternalStore } from 'react';

const address = (id: string) => `/documents/${id}`;

/** Nobody has looked at a document yet that is shown for less than this. */
const LOOK_MS = 300;

/** The last jump: the address it left, the document it went to, and when. */
let jump: { from: string; to: string; at: number } | null = null;
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
export function jumpToDocument(id: string): void {
  jump = { from: window.location.pathname, to: id, at: performance.now() };
  window.history.pushState(null, '', address(id));
  for (const listener of listeners) listener();
}

/** The document that was jumped to, until the router knows its address. @param pathname the address as the router knows it */
export function useJump(pathname: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => (jump && jump.from === pathname && window.location.pathname === address(jump.to) ? jump.to : null),
    () => null,
  );
}

/** True a moment after a jump: a key pressed then was meant for the document before, e.g. the second of two quick presses. */
export function hasJustJumped(): boolean {
  return jump !== null && performance.now() - jump.at < LOOK_MS;
}
