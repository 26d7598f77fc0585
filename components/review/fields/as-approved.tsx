import { GraduationCap } from 'lucide-react';
import { classNames } from '#components/ui/class-names.ts';

/** Approved documents bear the value out, by a second opinion. `isShort`: in a word, and an icon where a narrow list has no room for it. */
export function AsApproved({ isShort = false }: { isShort?: boolean }) {
  return (
    <span
      title="As approved before"
      className={classNames('flex min-w-0 items-center whitespace-nowrap text-ink-muted', isShort ? 'text-2xs' : 'gap-1.5 text-xs')}
    >
      <GraduationCap size={12} aria-hidden className={isShort ? 'hidden shrink-0 @max-[36rem]:block' : 'shrink-0'} />
      {isShort ? (
        <span aria-hidden className="truncate @max-[36rem]:hidden">
          as approved
        </span>
      ) : null}
      <span className={isShort ? 'sr-only' : ''}>As approved before</span>
    </span>
  );
}
