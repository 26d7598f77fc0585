'use client';

import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';
import { classNames } from './class-names.ts';
import { tipOf } from './tip.ts';

export type IconButtonProps = Omit<AriaButtonProps, 'children' | 'className'> & {
  /** Accessible name, also the tip. */
  label: string;
  icon: ReactNode;
  shortcut?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
};

/** A button that shows only an icon; its name stands in a tip. */
export function IconButton({ label, icon, shortcut, variant = 'quiet', size = 'medium', className, ...rest }: IconButtonProps) {
  return (
    <AriaButton
      {...rest}
      {...tipOf(label, shortcut)}
      aria-label={label}
      className={classNames(buttonStyle(variant, size, true), className)}
    >
      {icon}
    </AriaButton>
  );
}
