import { classNames } from './class-names.ts';

/** A grey bar in the place of words that are on their way. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block h-3 animate-pulse rounded-sm bg-pressed', className)} />;
}
