import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { ariaSort, SortButton } from '#components/ui/sort-button.tsx';
import { HeadCell } from '#components/ui/table.tsx';

type Order = 'asc' | 'desc';
export type Sorting<Sort extends string> = { sort: Sort; order: Order };

type SortHeadCellProps<Sort extends string> = {
  sort: Sort;
  state: Sorting<Sort>;
  onChange: (change: Sorting<Sort>) => void;
  /** The order in which the worst stands first. */
  worst?: Order;
  children: ReactNode;
  className?: string | undefined;
};

/** The heading of a column of numbers: a press sorts by it, the worst first; another turns the order round. */
export function SortHeadCell<Sort extends string>({ sort, state, onChange, worst = 'desc', children, className }: SortHeadCellProps<Sort>) {
  const order = state.sort === sort ? state.order : null;
  const other = worst === 'desc' ? 'asc' : 'desc';
  return (
    <HeadCell aria-sort={ariaSort(order)} className={classNames('text-right', className)}>
      <SortButton order={order} isNumber onPress={() => onChange({ sort, order: order === worst ? other : worst })}>
        {children}
      </SortButton>
    </HeadCell>
  );
}
