'use client';

import { Flag as FlagIcon } from 'lucide-react';
import { chordKeys } from '#components/shared/keys/shortcut-keys.ts';
import { keysOf } from '#components/shared/keys/shortcuts.ts';
import { Button } from '#components/ui/button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import type { Flag, MergedCandidate } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { useReviewActs } from '../session/review-context.ts';
import { flagWords } from './confidence-words.ts';
import { candidateKey, findKeyed } from './list-candidates.ts';

type FlagNoteProps = {
  flag: Flag;
  field: RowField;
  /** Beside the value, where a confidence is told in words. */
  isBeside?: boolean;
  /** Of the value: the one that is proposed gives the proposal its place, and its key. */
  candidates?: readonly MergedCandidate[];
  /** The field has the focus, so that the key takes it. */
  isKeyed?: boolean;
};

/** Why a value needs a person, and the value that would settle it when there is one. */
export function FlagNote({ flag, field, isBeside = false, candidates = [], isKeyed = false }: FlagNoteProps) {
  const review = useReviewActs();
  const { proposal } = flag;
  const at = findKeyed(candidates, flag);
  const [chord] = at === null ? [] : keysOf(candidateKey(at));
  return (
    <p className="flex items-start gap-x-1.5 text-warn text-xs">
      <FlagIcon size={12} aria-hidden className="mt-0.5 shrink-0" />
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1.5">
        <span className="min-w-0 break-words">{isBeside ? flagWords(flag) : flag.message}</span>
        {proposal !== undefined && review.canEdit ? (
          <span className="-my-1 flex min-w-0 items-center gap-x-1.5">
            <span className="flex min-w-0">
              <Button
                size="small"
                variant="quiet"
                className="max-w-full"
                onPress={() => {
                  review.act({
                    kind: 'correct',
                    pointer: flag.pointer,
                    value: proposal,
                    evidence: at === null ? [] : candidates[at]!.evidence,
                  });
                  // The note goes away with its button.
                  review.focus(flag.pointer);
                }}
              >
                <span className="truncate">{`Use ${formatValue(field.type, proposal)}`}</span>
              </Button>
            </span>
            {chord ? (
              // Its room is kept, so that nothing moves when the focus comes.
              <span className={isKeyed ? 'flex' : 'invisible flex'}>
                <Kbd>{chordKeys(chord).join('+')}</Kbd>
              </span>
            ) : null}
          </span>
        ) : null}
      </span>
    </p>
  );
}
