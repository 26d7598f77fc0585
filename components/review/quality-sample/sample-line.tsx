'use client';

import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { useReview } from '../session/review-context.ts';

/** The line of one value of a quality sample; its place on the page follows the focus. */
export function SampleLine({ pointer, children }: { pointer: string; children: ReactNode }) {
  const { focused, recordFocus } = useReview();
  return (
    <li
      onFocus={() => recordFocus(pointer)}
      className={classNames('border-b px-4 py-2.5', focused === pointer && 'bg-selected shadow-[inset_2px_0_0_var(--color-accent)]')}
    >
      {children}
    </li>
  );
}
