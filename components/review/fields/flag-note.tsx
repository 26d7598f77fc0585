'use client';

import { Flag as FlagIcon } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import type { Flag } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { useReviewActs } from '../session/review-context.ts';
import { flagWords } from './confidence-words.ts';

/**
 * Why a value needs a person, and the value that would settle it when there is one.
 * @param isBeside beside the value, where a confidence is told in words
 */
export function FlagNote({ flag, field, isBeside = false }: { flag: Flag; field: RowField; isBeside?: boolean }) {
  const review = useReviewActs();
  const { proposal } = flag;
  return (
    <p className="flex items-start gap-x-1.5 text-warn text-xs">
      <FlagIcon size={12} aria-hidden className="mt-0.5 shrink-0" />
      <span>{isBeside ? flagWords(flag) : flag.message}</span>
      {proposal !== undefined && review.canEdit ? (
        <Button
          size="small"
          variant="quiet"
          onPress={() => {
            review.act({ kind: 'correct', pointer: flag.pointer, value: proposal, evidence: [] });
            // The note goes away with its button.
            review.focus(flag.pointer);
          }}
        >
          {`Use ${formatValue(field.type, proposal)}`}
        </Button>
      ) : null}
    </p>
  );
}
