'use client';

import { Flag as FlagIcon } from 'lucide-react';
import type { Flag } from '#lib/contract/desk/review.ts';
import { elementId } from '../session/element-id.ts';
import { useReviewActs } from '../session/review-context.ts';
import { isPlain } from './use-value-draft.ts';

type FlagStopProps = {
  /** The place as a pointer: a table, or the document itself. */
  pointer: string;
  /** What the place is called. */
  label: string;
  flags: readonly Flag[];
  /** It has the focus: what it speaks of can be shown. */
  onVisit?: () => void;
};

/** The flags of a place that has no value of its own, as a stop on the way of `Enter`: read, then `Enter` goes on. They stay open. */
export function FlagStop({ pointer, label, flags, onVisit }: FlagStopProps) {
  const review = useReviewActs();
  if (flags.length === 0) return null;
  return (
    <button
      type="button"
      id={elementId(pointer)}
      data-pointer={pointer}
      aria-label={`${label}: ${flags.map(({ message }) => message).join(' ')}`}
      onFocus={() => {
        review.recordFocus(pointer);
        onVisit?.();
      }}
      onBlur={() => review.preview(null)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !isPlain(event)) return;
        event.preventDefault();
        // A key held down would pass what nobody has looked at.
        if (!event.repeat) review.accept(pointer);
      }}
      className="block w-full cursor-default scroll-my-12 space-y-0.5 rounded-sm px-1 py-0.5 text-left text-warn text-xs focus:bg-selected focus:outline-2 focus:outline-accent focus:-outline-offset-2"
    >
      {flags.map(({ reason, message }) => (
        <span key={`${reason}${message}`} className="flex items-start gap-x-1.5">
          <FlagIcon size={12} aria-hidden className="mt-0.5 shrink-0" />
          <span>{message}</span>
        </span>
      ))}
    </button>
  );
}
