import { BodyCell } from '#components/ui/table.tsx';

type CountCellProps = {
  count: number;
  /** Below the number, where there is one. */
  note?: string;
  className?: string;
};

/** A number in a table; nothing counted is a faint dash. */
export function CountCell({ count, note, className }: CountCellProps) {
  return (
    <BodyCell className={`whitespace-nowrap text-right tabular-nums ${className ?? ''}`}>
      {count === 0 ? <span className="text-ink-faint">–</span> : <span className="block">{count.toLocaleString('en')}</span>}
      {count > 0 && note ? <span className="block text-ink-faint text-xs">{note}</span> : null}
    </BodyCell>
  );
}
