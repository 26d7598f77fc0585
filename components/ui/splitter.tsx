'use client';

import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

export type SplitterProps = {
  /** What the bar resizes, e.g. "Width of the fields". */
  label: string;
  /** Where the share is remembered in this browser. */
  storageKey: string;
  /** Share of the first part at the beginning, 0 to 1. */
  initial: number;
  minimum?: number;
  maximum?: number;
  /** Null leaves the whole width to the second part. */
  first: ReactNode;
  second: ReactNode;
  className?: string;
};

/** Two parts side by side with a bar between that pointer and arrow keys move; on narrow screens the first above the second. */
export function Splitter({ label, storageKey, initial, minimum = 0.25, maximum = 0.75, first, second, className }: SplitterProps) {
  const [share, setShare] = useState(initial);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stored = Number(localStorage.getItem(storageKey));
    if (stored >= minimum && stored <= maximum) setShare(stored);
  }, [storageKey, minimum, maximum]);
  const move = (next: number) => {
    const bounded = Math.min(maximum, Math.max(minimum, next));
    setShare(bounded);
    localStorage.setItem(storageKey, bounded.toFixed(4));
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !frame.current) return;
    const { left, width } = frame.current.getBoundingClientRect();
    move((event.clientX - left) / width);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') move(share - 0.02);
    else if (event.key === 'ArrowRight') move(share + 0.02);
    else if (event.key === 'Home') move(minimum);
    else if (event.key === 'End') move(maximum);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={frame} className={classNames('flex min-h-0 min-w-0 flex-1 stacked:flex-col', className)}>
      <div
        hidden={first === null}
        className="flex min-h-0 w-(--share) min-w-0 flex-col stacked:h-2/5 stacked:w-full stacked:shrink-0 stacked:border-b"
        style={{ '--share': `${share * 100}%` } as CSSProperties}
      >
        {first}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a movable separator is a widget, which <hr> is not */}
      <div
        role="separator"
        hidden={first === null}
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={Math.round(minimum * 100)}
        aria-valuemax={Math.round(maximum * 100)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
        onDoubleClick={() => move(initial)}
        className="relative z-10 stacked:hidden w-px shrink-0 cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-left-1 before:w-2.25 hover:bg-accent focus-visible:bg-accent"
      />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">{second}</div>
    </div>
  );
}
