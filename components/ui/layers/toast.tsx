'use client';

import { type ReactNode, useSyncExternalStore } from 'react';

export type ToastMessage = {
  title: string;
  detail?: ReactNode;
  tone?: 'ok' | 'bad' | 'info';
  /** It stays until it is closed, because something is under way. */
  stays?: boolean;
  /** One thing to do about it, e.g. Undo. */
  action?: { label: string; onPress: () => void };
};

type Show = (message: ToastMessage) => () => void;

/** Shows toasts, as soon as its code is here; what is told before that waits. */
let show: Show | null = null;
const early = new Set<() => void>();
let isUsed = false;
const listeners = new Set<() => void>();

/** Tells something in passing; errors and what is under way stay until closed, the rest goes after 6 s. Returns a function that closes it. */
export function showToast(message: ToastMessage): () => void {
  isUsed = true;
  for (const listener of listeners) listener();
  if (show) return show(message);
  let close = (): void => {
    early.delete(start);
  };
  const start = () => {
    if (show) close = show(message);
  };
  early.add(start);
  return () => close();
}

/** From now on toasts are shown by `by`, those that waited first. */
export function takeToasts(by: Show): void {
  show = by;
  for (const start of early) start();
  early.clear();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True from the first toast on. */
export function useHasToasts(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isUsed,
    () => false,
  );
}
