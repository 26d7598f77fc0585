'use client';

import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';
import { parsePointer } from '#lib/document/values/pointer.ts';
import { useReview } from '../session/review-context.ts';
import { confirmationsOf } from './confirm-table.ts';

/** Asks before the rows of a table that have a flag are confirmed all at once; Enter means no. */
export function ConfirmFlaggedDialog({ table, onClose }: { table: string; onClose: () => void }) {
  const review = useReview();
  const { flagged, flaggedRows } = confirmationsOf(review, table);
  const ofTable = review.detail.flags.flatMap((flag) => {
    const [name, row] = parsePointer(flag.pointer);
    return name === table && row !== undefined ? [{ ...flag, row: Number(row) + 1 }] : [];
  });
  const rows = flaggedRows === 1 ? '1 row' : `${flaggedRows} rows`;
  return (
    <ConfirmDialog
      title={`Confirm ${rows} with a flag too?`}
      isOpen
      isDanger
      onClose={onClose}
      confirmLabel={`Confirm ${rows}`}
      onConfirm={() => {
        review.act(...flagged);
        onClose();
      }}
    >
      <p>Confirming says that a person has looked at these values. It is one step, which undo takes back.</p>
      <ul className="mt-2 max-h-48 overflow-y-auto border-y text-xs">
        {ofTable.map(({ pointer, message, row }) => (
          <li key={`${pointer}${message}`} className="border-b py-1 last:border-b-0">
            Row {row}: {message}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
