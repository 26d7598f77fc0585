import type { ReactNode } from 'react';
import { Table } from '#components/ui/table.tsx';

/** A table in a frame of its own; scrolls sideways where it is too wide. */
export function FramedTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="overflow-x-auto rounded-md border bg-surface [&_tbody>tr:last-child>td]:border-b-0">
      <Table label={label}>{children}</Table>
    </div>
  );
}
