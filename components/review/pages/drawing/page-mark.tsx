'use client';

import { place } from '#components/shared/pages/page-place.ts';
import { classNames } from '#components/ui/class-names.ts';
import { useReview } from '../../session/review-context.ts';
import type { Mark } from './list-marks.ts';

/** The place of a value on its page: seen for flags, for what has the focus or the mouse, and on request for all. Pressing it leads to the value. */
export function PageMark({ mark }: { mark: Mark }) {
  const review = useReview();
  const isFocused = mark.pointer === review.focused;
  const isHovered = mark.pointer === review.hovered;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Go to ${mark.label}`}
      title={mark.label}
      data-mark={mark.pointer}
      onClick={(event) => {
        // Of a double click the first click selects; what the second means the page knows.
        if (isFocused || event.shiftKey || event.detail > 1) return;
        event.stopPropagation();
        review.focus(mark.pointer);
      }}
      onPointerEnter={() => review.hover(mark.pointer)}
      onPointerLeave={() => review.hover(null)}
      className={classNames(
        'absolute rounded-[2px] border',
        isFocused
          ? 'z-10 border-2 border-evidence-focus bg-evidence-focus/12'
          : isHovered
            ? 'border-evidence-focus bg-evidence-focus/10'
            : mark.flagged
              ? 'border-evidence border-dashed bg-evidence/12'
              : // Clear of the print until it is asked for; where one presses it is there all the same.
                'border-transparent group-data-[places=all]/pages:border-evidence/45 group-data-[places=all]/pages:bg-evidence/5',
      )}
      style={place(mark.box)}
    />
  );
}
