'use client';

import { classNames } from '#components/ui/class-names.ts';
import { ariaSort, SortButton } from '#components/ui/sort-button.tsx';
import type { Column } from './document-cells.tsx';
import type { ListState } from './list/use-list-state.ts';

/** Text is first sorted upwards, numbers and moments downwards; flags and confidence so that the worst come first. */
const FIRST = { name: 'asc', state: 'asc', lowest_confidence: 'asc', due_at: 'asc' } as Record<string, 'asc' | undefined>;

/** A column's heading; a press sorts, another turns the order round. */
export function SortHeading({ column, list }: { column: Column; list: ListState }) {
  const { sort, order } = list.state;
  const sorted = column.sort === sort ? order : null;
  const turn = () => {
    if (!column.sort) return;
    const first = FIRST[column.sort] ?? 'desc';
    list.show({ sort: column.sort, order: sorted === null ? first : sorted === 'asc' ? 'desc' : 'asc' });
  };
  return (
    <th
      scope="col"
      title={column.hint}
      aria-sort={ariaSort(sorted)}
      className={classNames(
        'sticky top-0 z-10 h-8 border-b bg-canvas px-3 font-medium text-ink-muted text-xs',
        column.isNumber ? 'text-right' : 'text-left',
        column.className,
      )}
    >
      {column.sort ? (
        <SortButton order={sorted} isNumber={column.isNumber} onPress={turn}>
          {column.title}
        </SortButton>
      ) : (
        column.title
      )}
    </th>
  );
}
