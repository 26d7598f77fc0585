'use client';

import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { isChord } from '#components/shared/keys/shortcut-keys.ts';
import { keysOf } from '#components/shared/keys/shortcuts.ts';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { popoverStyle } from '#components/ui/layers/popover-style.ts';
import type { MergedCandidate } from '#lib/contract/desk/review.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { elementId } from '../session/element-id.ts';
import { listTargets } from '../session/list-targets.ts';
import { useReview } from '../session/review-context.ts';
import { FlagNote } from './flag-note.tsx';
import { HowExtracted } from './how-extracted.tsx';
import { listCandidates, WHY } from './list-candidates.ts';
import { OtherCandidates } from './other-candidates.tsx';
import { whyNotTaken } from './why-note.ts';

/** A listener for keys that may come before the focus has moved in, and must not be typed into the field. */
function useKeysBeforeFocus(isOpen: boolean) {
  const handleKey = useRef<((event: KeyboardEvent) => void) | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    const listen = (event: KeyboardEvent) => handleKey.current?.(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [isOpen]);
  return handleKey;
}

/** Why a value was chosen, what is doubtful about it, and what else it could be. A digit takes the candidate of that number. */
export function WhyPopover({ pointer, onClose }: { pointer: string | null; onClose: () => void }) {
  const review = useReview();
  const handleKey = useKeysBeforeFocus(pointer !== null);
  const target = pointer === null ? undefined : listTargets(review.detail).find((one) => one.pointer === pointer);
  if (!target) return null;
  const { field, merged } = target;
  const candidates = listCandidates(field, merged);
  const flags = review.flagsOf(target.pointer);
  const close = () => {
    review.preview(null);
    onClose();
  };
  const take = (candidate: MergedCandidate | undefined) => {
    if (!candidate || !review.canEdit) return;
    review.act({ kind: 'correct', pointer: target.pointer, value: candidate.value, evidence: candidate.evidence });
    close();
  };
  handleKey.current = (event) => {
    const digit = Number(event.key);
    if (keysOf(WHY).some((chord) => isChord(event, chord))) close();
    else if (digit >= 1 && digit <= candidates.length && !event.ctrlKey && !event.metaKey) take(candidates[digit - 1]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const label = labelOf(review.detail.schema, target.pointer);
  const notTaken = (candidate: MergedCandidate) => {
    const isSame = (value: Value) => JSON.stringify(value) === JSON.stringify(candidate.value);
    const holder = listTargets(review.detail).find((one) => one !== target && one.row === null && isSame(one.merged.value));
    return whyNotTaken(candidate, merged, holder ? labelOf(review.detail.schema, holder.pointer) : null);
  };
  return (
    <Popover
      isOpen
      onOpenChange={(open) => !open && close()}
      triggerRef={{ current: document.getElementById(elementId(target.pointer)) }}
      placement="bottom start"
      offset={4}
      className={classNames(popoverStyle, 'max-h-[70vh] w-110 max-w-[calc(100vw-1rem)] p-0')}
    >
      <Dialog aria-label={`Why this value of ${label}`} className="outline-none">
        <div className="space-y-3 p-3 text-sm">
          <div className="flex items-start justify-between gap-2">
            <h2 className="font-semibold">Why this value of {label}?</h2>
            <IconButton label="Close" size="small" className="-mt-0.5" icon={<X size={14} aria-hidden />} onPress={close} />
          </div>
          <HowExtracted field={field} merged={merged} />
          {flags.length > 0 ? (
            <div className="space-y-1 border-t pt-2">
              {flags.map((flag) => (
                <FlagNote key={`${flag.reason}${flag.message}`} {...{ flag, field, candidates }} />
              ))}
            </div>
          ) : null}
          <OtherCandidates field={field} candidates={candidates} notTaken={notTaken} onTake={take} />
        </div>
      </Dialog>
    </Popover>
  );
}
