import type { ReactNode, ThHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

/** A plain table with the house's lines and density; lists of thousands use their own virtual one. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    <table aria-label={label} className="w-full border-separate border-spacing-0 text-sm">
      {children}
    </table>
  );
}

/** A column's heading. */
export function HeadCell({ children, className, ...rest }: ThHTMLAttributes<HTMLTableCellElement>) {
  return (
    <th
      scope="col"
      {...rest}
      className={classNames('sticky top-0 z-10 h-8 border-b bg-canvas px-3 text-left font-medium text-ink-muted text-xs', className)}
    >
      {children}
    </th>
  );
}

/** A cell. */
export function BodyCell({ children, className }: { children?: ReactNode; className?: string }) {
  return <td className={classNames('h-9 border-b px-3 align-middle', className)}>{children}</td>;
}
