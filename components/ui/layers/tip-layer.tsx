'use client';

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Kbd } from '../kbd.tsx';

const OPEN_MS = 500;
const CLOSE_MS = 60;
/** Pixels between a thing and its tip, and between a tip and the window's edge. */
const OFFSET = 6;
const EDGE = 4;

type Tip = { text: string; shortcut: string | undefined; holder: HTMLElement };

function holderAt(target: EventTarget | null): HTMLElement | null {
  const holder = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
  return holder?.matches(':disabled, [data-disabled]') ? null : holder;
}

/**
 * Shows the tip of whatever the mouse rests on or the keyboard focuses; `Esc`, any key, a press, or scrolling takes it away. One for
 * the whole window, above dialogs too.
 */
export function TipLayer() {
  const [tip, setTip] = useState<Tip | null>(null);
  const layer = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    let shown: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (holder: HTMLElement) => {
      if (!holder.isConnected) return;
      shown = holder;
      setTip({ text: holder.dataset.tip ?? '', shortcut: holder.dataset.tipKey, holder });
    };
    const hide = () => {
      clearTimeout(timer);
      shown = null;
      setTip(null);
    };
    const onOver = (event: PointerEvent) => {
      clearTimeout(timer);
      // The tip itself may be pointed at, e.g. by a magnifier.
      if (event.pointerType === 'touch' || (event.target instanceof Node && layer.current?.contains(event.target))) return;
      const holder = holderAt(event.target);
      if (holder === shown) return;
      if (holder) timer = setTimeout(() => show(holder), shown ? 0 : OPEN_MS);
      else timer = setTimeout(hide, CLOSE_MS);
    };
    const onFocus = ({ target }: FocusEvent) => {
      const holder = holderAt(target);
      if (holder && holder === target && holder.matches(':focus-visible')) show(holder);
    };
    const options = { capture: true, passive: true };
    const listened = [
      ['pointerover', onOver],
      ['focusin', onFocus],
      ['focusout', hide],
      ['pointerdown', hide],
      ['keydown', hide],
      ['scroll', hide],
    ] as const;
    for (const [kind, listener] of listened) window.addEventListener(kind, listener as EventListener, options);
    window.document.documentElement.addEventListener('pointerleave', hide);
    return () => {
      clearTimeout(timer);
      for (const [kind, listener] of listened) window.removeEventListener(kind, listener as EventListener, options);
      window.document.documentElement.removeEventListener('pointerleave', hide);
    };
  }, []);
  useLayoutEffect(() => {
    const { current } = layer;
    if (!current || !tip) return;
    // Where the browser knows it, in the layer above all others.
    current.showPopover?.();
    const at = tip.holder.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = current;
    const below = at.bottom + OFFSET;
    current.style.top = `${below + height + EDGE <= window.innerHeight ? below : Math.max(EDGE, at.top - OFFSET - height)}px`;
    current.style.left = `${Math.max(EDGE, Math.min(window.innerWidth - width - EDGE, (at.left + at.right - width) / 2))}px`;
    if (!tip.shortcut || tip.holder.hasAttribute('aria-describedby')) return;
    // The name is the thing's own already; the key is told with it.
    tip.holder.setAttribute('aria-describedby', id);
    return () => tip.holder.removeAttribute('aria-describedby');
  }, [tip, id]);
  if (!tip) return null;
  return (
    <div
      ref={layer}
      id={id}
      role="tooltip"
      popover="manual"
      className="fixed inset-auto z-50 m-0 flex max-w-80 items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-ink text-xs shadow-md"
    >
      {tip.text}
      {tip.shortcut ? <Kbd>{tip.shortcut}</Kbd> : null}
    </div>
  );
}
