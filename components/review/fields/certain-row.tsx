'use client';

import { classNames } from '#components/ui/class-names.ts';
import { RequiredMark } from '#components/ui/required-mark.tsx';
import { LINE_CROP } from '../pages/drawing/crop-frame.ts';
import { EvidenceCrop } from '../pages/drawing/evidence-crop.tsx';
import { CommentSlot } from '../panels/comments.tsx';
import { elementId } from '../session/element-id.ts';
import { useReviewActs } from '../session/review-context.ts';
import { FieldButtons } from './field-buttons.tsx';
import type { FieldRowProps } from './field-row-props.ts';
import { listCandidates } from './list-candidates.ts';
import { unitOf, ValueInput } from './value-input.tsx';
import { ValueStatus } from './value-status.tsx';

/** Pieces of the page that are shown of a value put together from several, as far as they fit. */
const MOST_CROPS = 2;

/** What is wider than its column ends in a fade at the edge of the column; narrower pieces of the page do not reach it. */
const FADED_AT_EDGE = 'mask-[linear-gradient(to_right,#000_calc(100cqw-0.5rem),transparent_100cqw)]';

/**
 * A field that nothing speaks against, in one line of 32 px: its name, the piece of the page right beside the value, how sure
 * it is. Its height never changes: what needs more room while one types lies over what follows.
 */
export function CertainRow({ field, merged, flags, isFocused, isHovered, onExplain }: FieldRowProps) {
  const review = useReviewActs();
  const { pointer } = merged;
  const label = field.label || field.name;
  const isEmpty = merged.value === null && merged.status === 'machine' && !review.isDecided;
  return (
    <li
      data-home={pointer}
      data-row="certain"
      onPointerEnter={() => review.hover(pointer)}
      onPointerLeave={() => review.hover(null)}
      className={classNames(
        'group grid h-8 grid-cols-[minmax(0,8.5rem)_minmax(0,11rem)_minmax(0,1fr)_4.5rem] items-center gap-x-2 border-b px-3',
        '@max-[36rem]:grid-cols-[6.5rem_6.5rem_minmax(0,1fr)_3rem] @max-[25rem]:grid-cols-[5.5rem_4.5rem_minmax(0,1fr)_2.75rem]',
        isFocused ? 'bg-selected' : isHovered ? 'bg-hover' : '',
      )}
    >
      <div className="flex min-w-0 items-center gap-1">
        <label
          htmlFor={elementId(pointer)}
          className="truncate text-ink-muted text-xs"
          title={[label, field.description].filter(Boolean).join(': ')}
        >
          {label}
          {field.required ? <RequiredMark /> : null}
        </label>
        <CommentSlot pointer={pointer} label={label} when="some" />
      </div>
      <div className="@container flex h-6 min-w-0 items-center overflow-hidden">
        <div className={classNames('ml-auto flex w-max items-center gap-1', FADED_AT_EDGE)}>
          {merged.value === null
            ? null
            : merged.evidence.slice(0, MOST_CROPS).map((evidence, index) => (
                <EvidenceCrop
                  // biome-ignore lint/suspicious/noArrayIndexKey: two pieces of evidence may have the same place
                  key={`${index} ${evidence.page} ${evidence.box?.join()}`}
                  documentId={review.documentId}
                  evidence={evidence}
                  size={LINE_CROP}
                />
              ))}
        </div>
      </div>
      <div className="flex min-w-0 items-center gap-0.5">
        <div className="relative h-7 min-w-0 flex-1">
          <ValueInput
            bare
            field={field}
            merged={merged}
            label={label}
            placeholder={isEmpty ? 'Not found' : undefined}
            why={isEmpty ? merged.reason : undefined}
            unit={unitOf(field, merged)}
          />
        </div>
        <FieldButtons {...{ field, merged, label, isFocused, isHovered, onExplain }} others={listCandidates(field, merged).length} />
      </div>
      <div className="flex min-w-0 justify-end">
        <ValueStatus isShort merged={merged} flags={flags} isDecided={review.isDecided} />
      </div>
    </li>
  );
}
