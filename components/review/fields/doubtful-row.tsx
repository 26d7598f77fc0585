'use client';

import { useRef } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { RequiredMark } from '#components/ui/required-mark.tsx';
import { EvidenceCrop } from '../pages/drawing/evidence-crop.tsx';
import { CommentSlot } from '../panels/comments.tsx';
import { elementId } from '../session/element-id.ts';
import { useReviewActs } from '../session/review-context.ts';
import { FieldButtons } from './field-buttons.tsx';
import type { FieldRowProps } from './field-row-props.ts';
import { FlagNote } from './flag-note.tsx';
import { listCandidates } from './list-candidates.ts';
import { NearCandidates } from './near-candidates.tsx';
import { OfferedValue } from './offered-value.tsx';
import { useKeptHeight } from './use-kept-height.ts';
import { unitOf, ValueInput } from './value-input.tsx';
import { AsApproved, ValueStatus } from './value-status.tsx';

/** Pieces of the page that are shown of a value put together from several. */
const MOST_CROPS = 4;

/**
 * A field that a person has to look at: the piece of the page above the value, why it needs a look, and what else it could
 * be. It stays as large when that is answered, so that nothing moves.
 */
export function DoubtfulRow({ field, merged, flags, offerAt, isFocused, isHovered, onExplain }: FieldRowProps) {
  const review = useReviewActs();
  const row = useRef<HTMLLIElement>(null);
  useKeptHeight(row);
  const { pointer } = merged;
  const label = field.label || field.name;
  const noteId = `${elementId(pointer)}-note`;
  const candidates = listCandidates(field, merged);
  const offer = offerAt === null ? undefined : candidates[offerAt];
  const proposed = flags.flatMap(({ proposal }) => (proposal === undefined ? [] : [proposal]));
  const offered = [...(offer ? [offer.value] : []), ...proposed];
  /** What a flag proposes is offered beside the flag. */
  const isProposed = proposed.some((value) => JSON.stringify(value) === JSON.stringify(offer?.value));
  return (
    <li
      ref={row}
      data-home={pointer}
      data-row="doubtful"
      onPointerEnter={() => review.hover(pointer)}
      onPointerLeave={() => review.hover(null)}
      className={classNames(
        'group grid grid-cols-[minmax(0,8.5rem)_minmax(0,1fr)] content-start gap-x-2 gap-y-1 border-b border-l-[3px] py-2 pr-3 pl-[9px] @max-[25rem]:grid-cols-1',
        '@max-[36rem]:grid-cols-[6.5rem_minmax(0,1fr)]',
        isFocused ? 'bg-selected' : isHovered ? 'bg-hover' : '',
        flags.length > 0 ? 'border-l-warn' : 'border-l-transparent',
      )}
    >
      <div className="pt-1 @max-[25rem]:flex @max-[25rem]:items-baseline @max-[25rem]:justify-between @max-[25rem]:gap-3 @max-[25rem]:pt-0">
        <label htmlFor={elementId(pointer)} className="block font-medium text-ink text-xs leading-4" title={field.description || undefined}>
          {label}
          {field.required ? <RequiredMark /> : null}
        </label>
        <div className="mt-1 flex items-center gap-1">
          <ValueStatus merged={merged} flags={flags} isDecided={review.isDecided} />
          <CommentSlot pointer={pointer} label={label} when="some" />
        </div>
      </div>
      <div className="min-w-0 space-y-1">
        {merged.evidence.length > 0 && merged.value !== null ? (
          // Over the value, where it begins: the eye compares without travelling.
          <div className="flex flex-wrap gap-1">
            {merged.evidence.slice(0, MOST_CROPS).map((evidence, index) => (
              <EvidenceCrop
                // biome-ignore lint/suspicious/noArrayIndexKey: two pieces of evidence may have the same place
                key={`${index} ${evidence.page} ${evidence.box?.join()}`}
                documentId={review.documentId}
                evidence={evidence}
              />
            ))}
          </div>
        ) : null}
        <div className="flex items-center gap-1">
          <div className="min-w-0 flex-1">
            <ValueInput
              field={field}
              merged={merged}
              label={label}
              placeholder={offer ? 'Type the value, or click it on the page.' : merged.status === 'machine' ? merged.reason : undefined}
              unit={unitOf(field, merged)}
              describedBy={flags.length > 0 ? noteId : undefined}
            />
          </div>
          <FieldButtons {...{ field, merged, label, isFocused, isHovered, onExplain }} others={candidates.length} />
        </div>
        <div id={noteId} className="space-y-0.5">
          {flags.map((flag) => (
            <FlagNote key={`${flag.reason}${flag.message}`} {...{ flag, field, candidates }} isBeside isKeyed={isFocused} />
          ))}
          {flags.length > 0 && merged.status === 'machine' && merged.second_opinion?.agrees ? (
            <AsApproved opinion={merged.second_opinion} />
          ) : null}
        </div>
        {offer && offerAt !== null && !isProposed && review.canEdit ? (
          <OfferedValue field={field} pointer={pointer} offer={offer} at={offerAt} isKeyed={isFocused} />
        ) : null}
        {review.canEdit ? <NearCandidates {...{ field, pointer, candidates, offered }} isKeyed={isFocused} /> : null}
      </div>
    </li>
  );
}
