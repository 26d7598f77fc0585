'use client';

import { Button } from '#components/ui/button.tsx';
import type { Flag } from '#lib/contract/desk/review.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { formatPointer, parsePointer } from '#lib/document/values/pointer.ts';
import { FlagStop } from '../fields/flag-stop.tsx';
import { useReview } from '../session/review-context.ts';

type RowsFlagsProps = {
  field: Field;
  /** All flags of the document. */
  flags: readonly Flag[];
  /** The table's own flags have the focus. */
  onVisit: () => void;
};

/** What is doubtful about a table as a whole, and about rows of it as a whole. */
export function RowsFlags({ field, flags, onVisit }: RowsFlagsProps) {
  const review = useReview();
  const ofRows = flags.flatMap((flag) => {
    const [name, row, column] = parsePointer(flag.pointer);
    return name === field.name && row !== undefined && column === undefined ? [{ ...flag, row: Number(row) }] : [];
  });
  const pointer = formatPointer(field.name);
  return (
    <div className="px-3">
      <FlagStop pointer={pointer} label={field.label || field.name} flags={review.flagsOf(pointer)} onVisit={onVisit} />
      {ofRows.map((flag) => (
        <p key={`${flag.pointer}${flag.message}`} className="flex items-center gap-x-2 px-1 text-warn text-xs">
          <span>{flag.message}</span>
          <Button size="small" variant="quiet" onPress={() => review.focus(flag.pointer)}>
            {`Go to row ${flag.row + 1}`}
          </Button>
        </p>
      ))}
    </div>
  );
}
