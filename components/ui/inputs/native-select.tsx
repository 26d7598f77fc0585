import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';

/** A choice of the browser's own, with the arrow of all others: where `Select` would be too heavy, or Enter means another thing. */
export function NativeSelect({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block size-full">
      <select {...rest} className={classNames(className, 'appearance-none pr-7')} />
      <ChevronDown size={14} aria-hidden className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-faint" />
    </span>
  );
}
