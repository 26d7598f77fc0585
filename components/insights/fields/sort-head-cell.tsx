import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { classNames } from '#components/ui/class-names.ts';
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
  const isSorted = state.sort === sort;
  const isDown = state.order === 'desc';
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <HeadCell
      title={hint}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
      className={classNames('text-right', className)}
    >
      <Button
        onPress={() => onChange({ sort, order: isSorted && isDown ? 'asc' : 'desc' })}
        className={classNames(
          'inline-flex flex-row-reverse items-center gap-1 rounded-sm text-right data-hovered:text-ink',
          isSorted && 'text-ink',
        )}
      >
        <span>{children}</span>
        {isSorted ? <Arrow size={12} aria-hidden className="shrink-0" /> : null}
      </Button>
    </HeadCell>
  );
}
