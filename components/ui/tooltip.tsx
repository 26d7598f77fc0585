'use client';

import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, type TooltipProps as AriaTooltipProps, TooltipTrigger } from 'react-aria-components/Tooltip';
import { Kbd } from './kbd.tsx';

export type TooltipProps = {
  /** What the thing is or does. */
  text: string;
  /** The key that does the same. */
  shortcut?: string;
  placement?: AriaTooltipProps['placement'];
  /** A react-aria button, link or Focusable. */
  children: ReactElement;
};

/** Words on hover and on keyboard focus. */
export function Tooltip({ text, shortcut, placement = 'bottom', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={60}>
      {children}
      <AriaTooltip
        placement={placement}
        offset={6}
        className="z-50 flex max-w-80 items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-ink text-xs shadow-md"
      >
        {text}
        {shortcut ? <Kbd>{shortcut}</Kbd> : null}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
