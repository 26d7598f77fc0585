'use client';

import { Flag as FlagIcon } from 'lucide-react';
import { chordKeys } from '#components/shared/keys/shortcut-keys.ts';
import { keysOf } from '#components/shared/keys/shortcuts.ts';
import { Button } from '#components/ui/button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import type { Flag } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { useReviewActs } from '../session/review-context.ts';
import { flagWords } from './confidence-words.ts';
import { candidateKey } from './list-candidates.ts';

type FlagNoteProps = {
  flag: Flag;
  field: RowField;
  /** Beside the value, where a confidence is told in words. */
  isBeside?: boolean;
  /** Place of the proposal among the candidates, where the candidate's key takes it now. */
  keyedAt?: number | null;
};

/** Why a value needs a person, and the value that would settle it when there is one. */
export function FlagNote({ flag, field, isBeside = false, keyedAt = null }: FlagNoteProps) {
  const review = useReviewActs();
  const [chord] = keyedAt === null ? [] : keysOf(candidateKey(keyedAt));
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
      {proposal !== undefined && review.canEdit && chord ? <Kbd>{chordKeys(chord).join('+')}</Kbd> : null}
    </p>
  );
}
