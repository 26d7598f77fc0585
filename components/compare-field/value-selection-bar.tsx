'use client';

import { Button } from '#components/ui/button.tsx';

type ValueSelectionBarProps = {
  count: number;
  /** How many values are neither selected nor checked. */
  others: number;
  onConfirm: () => void;
  onConfirmOthers: () => void;
  onClear: () => void;
};

/** What is done with the selected values, and with all the others. */
export function ValueSelectionBar({ count, others, onConfirm, onConfirmOthers, onClear }: ValueSelectionBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t bg-selected px-4 py-1.5 text-xs" role="status">
      <span className="font-medium">{count === 1 ? '1 value selected' : `${count} values selected`}</span>
      <Button size="small" onPress={onConfirm}>
        Confirm selected
      </Button>
      {others > 0 ? (
        <Button size="small" onPress={onConfirmOthers}>
          {others === 1 ? 'Confirm the remaining one' : `Confirm the remaining ${others}`}
        </Button>
      ) : null}
      <Button size="small" variant="quiet" onPress={onClear}>
        Clear selection
      </Button>
    </div>
  );
}
