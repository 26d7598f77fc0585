'use client';

import { CircleQuestionMark, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { MergedValue } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { CommentSlot } from '../panels/comments.tsx';
import { useReviewActs } from '../session/review-context.ts';

type FieldButtonsProps = {
  field: RowField;
  merged: MergedValue;
  label: string;
  /** How many other candidates there are. */
  others: number;
  isFocused: boolean;
  isHovered: boolean;
  onExplain: (pointer: string) => void;
};

/**
 * What can be asked about a value, and done with it, besides typing: there for the focus and the mouse, and made when one of them first
 * comes. What has a key of its own is left out of the tab order, so that `Tab` goes to the next field.
 */
export function FieldButtons(props: FieldButtonsProps) {
  const isWanted = props.isFocused || props.isHovered;
  const [isMade, setMade] = useState(isWanted);
  if (isWanted && !isMade) setMade(true);
  return isMade ? <MadeButtons {...props} /> : null;
}

function MadeButtons({ field, merged, label, others, isFocused, onExplain }: FieldButtonsProps) {
  const review = useReviewActs();
  const { pointer } = merged;
  return (
    <div className={classNames('shrink-0', isFocused ? 'flex' : 'hidden group-focus-within:flex group-hover:flex')}>
      <IconButton
        label={`Why this value of ${label}${others > 0 ? `, and ${others === 1 ? 'another' : `${others} others`}` : ''}`}
        icon={<CircleQuestionMark size={14} aria-hidden />}
        size="small"
        excludeFromTabOrder
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
