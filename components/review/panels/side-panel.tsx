'use client';

import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { useReview } from '../session/review-context.ts';

const FOCUS_FRAMES = 15;

/** A panel over the right edge that leaves the page in sight and in use. Escape closes it, the arrows go through its places. */
export function SidePanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { preview } = useReview();
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const hidePlace = useRef(preview);
  hidePlace.current = preview;
  useEffect(() => {
    const before = document.activeElement;
    // the menu that opened it gives the focus back to its button within some frames
    let frames = 0;
    let frame = requestAnimationFrame(function take() {
      frames += 1;
      if (!panel.current?.contains(document.activeElement)) panel.current?.focus();
      if (frames < FOCUS_FRAMES) frame = requestAnimationFrame(take);
    });
    return () => {
      cancelAnimationFrame(frame);
      hidePlace.current(null);
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const places = [...(panel.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [])];
    // a control with arrows of its own has taken it
    if (step === undefined || places.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    const at = places.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? (step > 0 ? 0 : places.length - 1) : Math.max(0, Math.min(places.length - 1, at + step));
    places[next]?.focus();
  };
  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="fixed top-23 right-0 bottom-0 z-20 flex w-full max-w-105 flex-col border-t border-l bg-raised shadow-lg outline-none"
    >
      <header className="flex h-12 shrink-0 items-center justify-between gap-4 border-b pr-2.5 pl-5">
        <h2 id={id} className="truncate font-semibold text-base">
          {title}
        </h2>
        <span className="ml-auto flex items-center gap-1 text-ink-faint text-xs">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> show on the page
        </span>
        <IconButton label="Close" shortcut="Escape" icon={<X size={16} aria-hidden />} onPress={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-auto p-5">{children}</div>
    </div>
  );
}
