'use client';

import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { Paste } from '#lib/document/rows/paste-cells.ts';

/** Cells listed at most. */
const MOST_LISTED = 30;

type PasteDialogProps = { field: Field; plan: Paste | null; onPaste: () => void; onClose: () => void };

/** Asks before pasting when some cells do not fit their columns, and shows which. */
export function PasteDialog({ field, plan, onPaste, onClose }: PasteDialogProps) {
  if (!plan) return null;
  const labelOf = (name: string) => field.fields?.find((column) => column.name === name);
  const { misfits, cells, newRows, cutOff } = plan;
  return (
    <Dialog
      title={misfits.length === 1 ? 'One cell does not fit its column' : `${misfits.length} cells do not fit their columns`}
      width="medium"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" autoFocus isDisabled={plan.drafts.length === 0} onPress={onPaste}>
            {cells === 1 ? 'Paste the other cell' : `Paste the other ${cells} cells`}
          </Button>
        </>
      }
    >
      <p className="pb-3 text-ink-muted text-sm">
        These cells keep their values.
        {newRows > 0 ? ` ${newRows === 1 ? 'One row is' : `${newRows} rows are`} added at the end.` : ''}
        {cutOff > 0 ? ` ${cutOff} rows are too many for one paste and are left out.` : ''}
      </p>
      <table className="w-full text-xs">
        <thead>
          <tr className="border-b text-left text-2xs text-ink-muted">
            <th className="py-1 pr-3 font-medium">Row</th>
            <th className="py-1 pr-3 font-medium">Column</th>
            <th className="py-1 font-medium">Pasted</th>
          </tr>
        </thead>
        <tbody>
          {misfits.slice(0, MOST_LISTED).map(({ row, column, text }) => (
            <tr key={`${row} ${column}`} className="border-b">
              <td className="py-1 pr-3 tabular-nums">{row + 1}</td>
              <td className="py-1 pr-3">
                {labelOf(column)?.label || column} <span className="text-ink-faint">({labelOf(column)?.type})</span>
              </td>
              <td className="break-all py-1">{text.slice(0, 120)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {misfits.length > MOST_LISTED ? <p className="pt-2 text-ink-faint text-xs">{`and ${misfits.length - MOST_LISTED} more`}</p> : null}
    </Dialog>
  );
}
