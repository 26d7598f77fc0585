import { GraduationCap } from 'lucide-react';

/** Approved documents of the layout have this value, or had it in this place. `isShort`: in a line, where a narrow list has room for an icon only. */
export function AsApproved({ isShort = false }: { isShort?: boolean }) {
  return (
    <span title="As approved before" className="inline-flex min-w-0 items-center gap-1 whitespace-nowrap text-2xs text-ink-muted">
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
