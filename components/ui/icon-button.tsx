'use client';

import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';
import { classNames } from './class-names.ts';
import { Tooltip, type TooltipProps } from './tooltip.tsx';

export type IconButtonProps = Omit<AriaButtonProps, 'children' | 'className'> & {
  /** Accessible name, also the tooltip. */
  label: string;
  icon: ReactNode;
  shortcut?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  placement?: TooltipProps['placement'];
};

/** A button that shows only an icon; its name stands in a tooltip. */
export function IconButton({ label, icon, shortcut, variant = 'quiet', size = 'medium', className, placement, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut} placement={placement}>
      <AriaButton {...rest} aria-label={label} className={classNames(buttonStyle(variant, size, true), className)}>
        {icon}
      </AriaButton>
    </Tooltip>
  );
}
