'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from 'react-aria-components';
import { classNames } from '#components/ui/class-names.ts';
import type { Column } from './document-cells.tsx';
import type { ListState } from './list/use-list-state.ts';

/** Text is first sorted upwards, numbers and moments downwards; flags and confidence so that the worst come first. */
const FIRST = { name: 'asc', state: 'asc', lowest_confidence: 'asc', due_at: 'asc' } as Record<string, 'asc' | undefined>;

/** A column's heading; a press sorts, another turns the order round. */
export function SortHeading({ column, list }: { column: Column; list: ListState }) {
  const { sort, order } = list.state;
  const isSorted = column.sort === sort;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  const turn = () => {
    if (!column.sort) return;
    const first = FIRST[column.sort] ?? 'desc';
    list.show({ sort: column.sort, order: isSorted ? (order === 'asc' ? 'desc' : 'asc') : first });
  };
  return (
    <th
      scope="col"
      title={column.hint}
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={classNames(
        'sticky top-0 z-10 h-8 border-b bg-canvas px-3 font-medium text-ink-muted text-xs',
        column.isNumber ? 'text-right' : 'text-left',
        column.className,
      )}
    >
      {column.sort ? (
        <Button
          onPress={turn}
          className={classNames(
            'inline-flex max-w-full items-center gap-1 rounded-sm data-hovered:text-ink',
            column.isNumber && 'flex-row-reverse',
            isSorted && 'text-ink',
          )}
        >
          <span className="truncate">{column.title}</span>
          {isSorted ? <Arrow size={12} aria-hidden className="shrink-0" /> : null}
        </Button>
      ) : (
        column.title
      )}
    </th>
  );
}
