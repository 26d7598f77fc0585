import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { ariaSort, SortButton } from '#components/ui/sort-button.tsx';
import { HeadCell } from '#components/ui/table.tsx';
import type { FieldSort } from '#lib/document/statistics/sort-fields.ts';
import type { FieldsState } from './use-fields-state.ts';

type SortHeadCellProps = {
  sort: FieldSort;
  state: FieldsState;
  onChange: (change: Pick<FieldsState, 'sort' | 'order'>) => void;
  /** What the column says, as a tip. */
  hint: string;
  children: ReactNode;
  className?: string;
};

/** The heading of a column of numbers: a press sorts by it, the worst first; another turns the order round. */
export function SortHeadCell({ sort, state, onChange, hint, children, className }: SortHeadCellProps) {
  const order = state.sort === sort ? state.order : null;
  return (
    <HeadCell title={hint} aria-sort={ariaSort(order)} className={classNames('text-right', className)}>
      <SortButton order={order} isNumber onPress={() => onChange({ sort, order: order === 'desc' ? 'asc' : 'desc' })}>
        {children}
      </SortButton>
    </HeadCell>
  );
}
