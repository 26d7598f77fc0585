'use client';

import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

type Size = { width: number; height: number };
const NONE: Size = { width: 0, height: 0 };

/** What elements of a kind measured last. */
const last = new Map<string, Size>();

/**
 * Inner width and height of an element without padding in CSS pixels, known before it is painted.
 * @param kind names elements that usually measure the same, e.g. one that is made anew for each document: what the last of them measured is
 * taken for the first rendering, so that a second one is needed only where it differs
 */
export function useSize(element: RefObject<Element | null>, kind?: string): Size {
  const [size, setSize] = useState(() => (kind !== undefined && last.get(kind)) || NONE);
  useLayoutEffect(() => {
    if (!element.current) return;
    const record = (width: number, height: number) => {
      const next = { width: Math.floor(width), height: Math.floor(height) };
      if (kind !== undefined) last.set(kind, next);
      setSize((now) => (now.width === next.width && now.height === next.height ? now : next));
    };
    if (kind === undefined || !last.has(kind)) record(element.current.clientWidth, element.current.clientHeight);
    // called before the frame is painted, which the rendering with the new size must not miss
    const observer = new ResizeObserver(([entry]) => entry && flushSync(() => record(entry.contentRect.width, entry.contentRect.height)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, kind]);
  return size;
}
