'use client';

import { type RefObject, useEffect, useRef } from 'react';

/**
 * Lets `Mod+Enter` anywhere in a part of the screen, and `Enter` in a single line of text, do what its main button does; a key held
 * down does nothing. Undefined leaves the keys alone.
 */
export function useSubmitKey(part: RefObject<HTMLElement | null>, onSubmit: (() => void) | undefined): void {
  const latest = useRef(onSubmit);
  latest.current = onSubmit;
  const isOn = onSubmit !== undefined;
  useEffect(() => {
    if (!isOn) return;
    // Before the button that has the focus takes it for a press.
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== 'Enter' || event.isComposing || event.altKey || event.shiftKey) return;
      if (!(target instanceof HTMLElement) || !part.current?.contains(target)) return;
      const isLine = target instanceof HTMLInputElement && target.type === 'text';
      if (!(event.ctrlKey || event.metaKey || isLine)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) latest.current?.();
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [part, isOn]);
}
