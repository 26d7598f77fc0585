'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { classNames } from './class-names.ts';

type SortButtonProps = {
  /** How the table is sorted by this column; null where it is not. */
  order: 'asc' | 'desc' | null;
  /** Set to the right, with the arrow before the words. */
  isNumber?: boolean | undefined;
  onPress: () => void;
  children: ReactNode;
};

/** What `aria-sort` of the heading says. */
export const ariaSort = (order: 'asc' | 'desc' | null) => (order === null ? undefined : order === 'asc' ? 'ascending' : 'descending');

/** In the heading of a column: a press sorts by it. */
export function SortButton({ order, isNumber, onPress, children }: SortButtonProps) {
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Button
      onPress={onPress}
      className={classNames(
        'inline-flex max-w-full items-center gap-1 rounded-sm data-hovered:text-ink',
        isNumber && 'flex-row-reverse text-right',
        order !== null && 'text-ink',
      )}
    >
      <span className="truncate">{children}</span>
      {order === null ? null : <Arrow size={12} aria-hidden className="shrink-0" />}
    </Button>
  );
}
