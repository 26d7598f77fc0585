'use client';

import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components/Checkbox';
import { classNames } from '../class-names.ts';

export type CheckboxProps = Omit<AriaCheckboxProps, 'children' | 'className'> & { children?: ReactNode; className?: string };

/** A tick box; without words give `aria-label`. */
export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...rest}
      className={classNames('group inline-flex items-center align-middle gap-2 text-sm data-disabled:opacity-50', className)}
    >
      {({ isSelected, isIndeterminate }) => (
        <>
          <span
            className={classNames(
              'flex size-4 shrink-0 items-center justify-center rounded-sm border transition-colors duration-75 group-data-focus-visible:outline-2 group-data-focus-visible:outline-accent group-data-focus-visible:outline-offset-1',
              isSelected || isIndeterminate
                ? 'border-accent-fill bg-accent-fill text-on-accent'
                : 'border-line-strong bg-surface group-data-hovered:border-ink-faint',
            )}
          >
            {isIndeterminate ? (
              <Minus size={12} strokeWidth={3} aria-hidden />
            ) : isSelected ? (
              <Check size={12} strokeWidth={3} aria-hidden />
            ) : null}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  );
}
