'use client';

import { Check, CircleQuestionMark, Pencil, Undo2, X } from 'lucide-react';
import { memo } from 'react';
import { formatConfidence } from '#components/shared/format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { Flag, MergedValue } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { isEmptyValue } from '#lib/document/values/is-empty-value.ts';
import { EvidenceCrop } from '../pages/drawing/evidence-crop.tsx';
import { CommentSlot } from '../panels/comments.tsx';
import { elementId } from '../session/element-id.ts';
import { useReviewActs } from '../session/review-context.ts';
import { FlagNote } from './flag-note.tsx';
import { listCandidates } from './list-candidates.ts';
import { OfferedValue } from './offered-value.tsx';
import { isNumeric, ValueInput } from './value-input.tsx';
import { howSure } from './why-note.ts';

/** Pieces of the page that are shown of a value put together from several. */
const MOST_CROPS = 4;
const HUMAN = {
  confirmed: { word: 'Confirmed', icon: <Check size={12} aria-hidden />, tone: 'ok' },
  corrected: { word: 'Corrected', icon: <Pencil size={12} aria-hidden />, tone: 'info' },
  cleared: { word: 'Cleared', icon: <X size={12} aria-hidden />, tone: 'neutral' },
} as const;

function Status({ merged }: { merged: MergedValue }) {
  if (merged.status !== 'machine') {
    const { word, icon, tone } = HUMAN[merged.status];
    return (
      <Badge tone={tone} icon={icon}>
        {merged.status === 'cleared' && isEmptyValue(merged.original) ? 'Left empty' : word}
      </Badge>
    );
  }
  if (merged.value === null) return <span className="text-2xs text-ink-faint">not found</span>;
  return (
    <span className="text-2xs text-ink-faint" title={merged.confidence === null ? howSure(merged) : 'Probability that the value is right'}>
      {formatConfidence(merged.confidence)}
    </span>
  );
}

type FieldRowProps = {
  field: RowField;
  merged: MergedValue;
  flags: readonly Flag[];
  /** Place among the candidates of what is offered, since there is no value; null when nothing is. */
  offerAt: number | null;
  isFocused: boolean;
  isHovered: boolean;
  onExplain: (pointer: string) => void;
};

type FieldButtonsProps = Pick<FieldRowProps, 'field' | 'merged' | 'isFocused' | 'onExplain'> & { label: string; others: number };

/** What can be asked about a value, and done with it, besides typing. */
function FieldButtons({ field, merged, label, others, isFocused, onExplain }: FieldButtonsProps) {
  const review = useReviewActs();
  const { pointer } = merged;
  return (
    <div
      className={classNames(
        'flex pb-1',
        isFocused ? '' : 'invisible group-hover:visible group-focus-within:visible pointer-coarse:visible',
      )}
    >
      <IconButton
        label={`Why this value of ${label}${others > 0 ? `, and ${others === 1 ? 'another' : `${others} others`}` : ''}`}
        icon={<CircleQuestionMark size={14} aria-hidden />}
        size="small"
        onPress={() => onExplain(pointer)}
      />
      <CommentSlot pointer={pointer} label={label} when="none" />
      {review.canEdit && merged.status !== 'machine' ? (
        <IconButton
          label={`Restore the extracted value: ${formatValue(field.type, merged.original) || 'nothing'}`}
          icon={<Undo2 size={14} aria-hidden />}
          size="small"
          onPress={() => review.act({ kind: 'revert', pointer })}
        />
      ) : null}
    </div>
  );
}

/** One field of the document: its name, the piece of the page, the value to edit, and why it needs a look. */
export const FieldRow = memo(function FieldRow({ field, merged, flags, offerAt, isFocused, isHovered, onExplain }: FieldRowProps) {
  const review = useReviewActs();
  const { pointer } = merged;
  const label = field.label || field.name;
  const noteId = `${elementId(pointer)}-note`;
  const candidates = listCandidates(field, merged);
  const offer = offerAt === null ? undefined : candidates[offerAt];
  return (
    <li
      data-home={pointer}
      onPointerEnter={() => review.hover(pointer)}
      onPointerLeave={() => review.hover(null)}
      className={classNames(
        'group grid grid-cols-[minmax(0,9.5rem)_minmax(0,1fr)] gap-x-3 gap-y-1 border-b px-4 py-2 @max-[26rem]:grid-cols-1',
        isFocused ? 'bg-selected' : isHovered ? 'bg-hover' : '',
        flags.length > 0 && 'border-l-[3px] border-l-warn pl-[13px]',
      )}
    >
      <div className="pt-1.5 @max-[26rem]:flex @max-[26rem]:items-baseline @max-[26rem]:justify-between @max-[26rem]:gap-3 @max-[26rem]:pt-0">
        <label htmlFor={elementId(pointer)} className="block font-medium text-ink text-xs leading-4" title={field.description || undefined}>
          {label}
          {field.required ? <span className="whitespace-nowrap text-ink-faint"> · required</span> : null}
        </label>
        <div className="mt-1 flex items-center gap-1">
          <Status merged={merged} />
          <CommentSlot pointer={pointer} label={label} when="some" />
        </div>
      </div>
      <div className="min-w-0 space-y-1">
        <div className="flex items-end gap-1">
          <div className="min-w-0 flex-1 space-y-1">
            {merged.evidence.length > 0 && merged.value !== null ? (
              // Over the value, at the side where the value stands: the eye compares without travelling.
              <div className={classNames('flex flex-wrap gap-1', isNumeric(field.type) && 'justify-end')}>
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
            <ValueInput
              field={field}
              merged={merged}
              label={label}
              placeholder={offer ? 'Type the value, or click it on the page.' : merged.status === 'machine' ? merged.reason : undefined}
              unit={field.type === 'money' ? merged.currency : field.type === 'percentage' ? '%' : undefined}
              describedBy={flags.length > 0 ? noteId : undefined}
            />
          </div>
          <FieldButtons {...{ field, merged, label, isFocused, onExplain }} others={candidates.length} />
        </div>
        <div id={noteId} className="space-y-0.5">
          {flags.map((flag) => (
            <FlagNote key={`${flag.reason}${flag.message}`} flag={flag} field={field} />
          ))}
        </div>
        {offer && offerAt !== null && review.canEdit ? (
          <OfferedValue field={field} pointer={pointer} offer={offer} at={offerAt} isKeyed={isFocused} />
        ) : null}
      </div>
    </li>
  );
});
