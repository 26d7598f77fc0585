'use client';

import { type RefObject, useLayoutEffect, useState } from 'react';

/** Inner width and height of an element without padding in CSS pixels, known before it is painted. */
export function useSize(element: RefObject<Element | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (!element.current) return;
    const record = (width: number, height: number) => {
      const next = { width: Math.floor(width), height: Math.floor(height) };
      setSize((now) => (now.width === next.width && now.height === next.height ? now : next));
    };
    record(element.current.clientWidth, element.current.clientHeight);
    const observer = new ResizeObserver(([entry]) => entry && record(entry.contentRect.width, entry.contentRect.height));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
