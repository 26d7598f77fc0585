'use client';

import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { elementId } from '../session/element-id.ts';
import { useReview } from '../session/review-context.ts';

/** Id of a line that takes the focus itself. */
export function lineId(pointer: string): string {
  return `line-of-${elementId(pointer)}`;
}

type SampleLineProps = {
  pointer: string;
  /** It takes the focus itself, so that none of its answers is the next key away. */
  isFocusable?: boolean;
  children: ReactNode;
};

/** The line of one value of a quality sample; its place on the page follows the focus. */
export function SampleLine({ pointer, isFocusable = false, children }: SampleLineProps) {
  const { focused, recordFocus } = useReview();
  return (
    <li
      {...(isFocusable ? { id: lineId(pointer), tabIndex: -1 } : {})}
      onFocus={() => recordFocus(pointer)}
      className={classNames('border-b px-4 py-2.5', focused === pointer && 'bg-selected shadow-[inset_2px_0_0_var(--color-accent)]')}
    >
      {children}
    </li>
  );
}
