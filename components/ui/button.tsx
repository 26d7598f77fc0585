'use client';

import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Link, type LinkProps } from 'react-aria-components/Link';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

type Look = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** A lucide icon at 14 to 16 px, drawn before the words. */
  icon?: ReactNode;
  children?: ReactNode;
  className?: string;
};

export type ButtonProps = Omit<AriaButtonProps, 'children' | 'className'> & Look & { ref?: Ref<HTMLButtonElement> };

/** A push button with words. `isPending` shows a spinner and refuses presses while keeping focus. */
export function Button({ variant = 'secondary', size = 'medium', icon, children, className, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={classNames(buttonStyle(variant, size), className)}>
      {rest.isPending ? <Spinner size={14} /> : icon}
      {children}
    </AriaButton>
  );
}

export type LinkButtonProps = Omit<LinkProps, 'children' | 'className'> & Look;

/** A link that looks like a button. */
export function LinkButton({ variant = 'secondary', size = 'medium', icon, children, className, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classNames(buttonStyle(variant, size), className)}>
      {icon}
      {children}
    </Link>
  );
}
