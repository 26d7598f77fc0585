'use client';

import type { ReactNode } from 'react';
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components/Switch';
import { classNames } from './class-names.ts';

export type SwitchProps = Omit<AriaSwitchProps, 'children' | 'className'> & { children?: ReactNode; className?: string };

/** On or off, with effect at once. */
export function Switch({ children, className, ...rest }: SwitchProps) {
  return (
    <AriaSwitch {...rest} className={classNames('group inline-flex items-center gap-2 text-sm data-disabled:opacity-50', className)}>
      <span className="flex h-4 w-7 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors duration-100 group-data-focus-visible:outline-2 group-data-focus-visible:outline-accent group-data-focus-visible:outline-offset-1 group-data-selected:bg-accent-fill">
        <span className="size-3 rounded-full bg-on-accent shadow-sm transition-transform duration-100 group-data-selected:translate-x-3" />
      </span>
      {children}
    </AriaSwitch>
  );
}
