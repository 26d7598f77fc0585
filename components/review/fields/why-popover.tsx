'use client';

import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { isChord } from '#components/shared/keys/shortcut-keys.ts';
import { keysOf } from '#components/shared/keys/shortcuts.ts';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { popoverStyle } from '#components/ui/layers/popover-style.ts';
import type { Candidate, Value } from '#lib/contract/service/extraction.ts';
import { sheetPlace } from '#lib/document/geometry/cell-address.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { EvidenceCrop } from '../pages/drawing/evidence-crop.tsx';
import { elementId } from '../session/element-id.ts';
import { listTargets } from '../session/list-targets.ts';
import { useReview } from '../session/review-context.ts';
import { tellModelUse } from '../session/tell-model-use.ts';
import { FlagNote } from './flag-note.tsx';
import { KEYED_CANDIDATES, listCandidates } from './list-candidates.ts';
import { WHY } from './why-key.ts';
import { howSure, whyMachine, whyNotTaken } from './why-note.ts';

const DID = { confirmed: 'Confirmed', corrected: 'Corrected', cleared: 'Cleared' } as const;

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

/** Why a value was chosen, what is doubtful about it, and what else it could be. A digit takes the candidate of that number. */
export function WhyPopover({ pointer, onClose }: { pointer: string | null; onClose: () => void }) {
  const review = useReview();
  const handleKey = useRef<((event: KeyboardEvent) => void) | null>(null);
  const isOpen = pointer !== null;
  useEffect(() => {
    if (!isOpen) return;
    // On the window: the key may come before the focus has moved in, and must not be typed into the field.
    const listen = (event: KeyboardEvent) => handleKey.current?.(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [isOpen]);
  const target = pointer === null ? undefined : listTargets(review.detail).find((one) => one.pointer === pointer);
  if (!target) return null;
  const { field, merged } = target;
  const candidates = listCandidates(field, merged);
  const flags = review.flagsOf(target.pointer);
  const stated = merged.evidence.find((evidence) => evidence.stated);
  const first = merged.evidence[0];
  const cell = first ? sheetPlace(first) : null;
  const close = () => {
    review.preview(null);
    onClose();
  };
  const take = (candidate: Candidate | undefined) => {
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
  const notTaken = (candidate: Candidate) => {
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
          <dl className="grid grid-cols-[5.5rem_1fr] gap-x-3 gap-y-1.5 text-xs">
            {merged.status === 'machine' ? null : (
              <Line name={DID[merged.status]}>
                {`by ${merged.actor?.name ?? 'a person'}${merged.at ? ` on ${new Date(merged.at).toLocaleString()}` : ''}.`}
              </Line>
            )}
            <Line name="Extracted">
              {merged.original === null ? 'Nothing' : `“${formatValue(field.type, merged.original)}”`}. {whyMachine(merged)}
            </Line>
            {stated ? <Line name="Source in the file">{stated.stated}</Line> : null}
            <Line name="Confidence">{howSure(merged)}</Line>
            {review.detail.engine ? <Line name="Extracted by">{review.detail.engine}</Line> : null}
            {review.detail.model_use ? <Line name="Model">{tellModelUse(review.detail.model_use)}</Line> : null}
            {cell === null ? null : <Line name="Cell">{cell}</Line>}
            {first ? (
              <Line name={`Page ${first.page}`}>
                <EvidenceCrop documentId={review.documentId} evidence={first} />
              </Line>
            ) : null}
          </dl>
          {flags.length > 0 ? (
            <div className="space-y-1 border-t pt-2">
              {flags.map((flag) => (
                <FlagNote key={`${flag.reason}${flag.message}`} flag={flag} field={field} />
              ))}
            </div>
          ) : null}
          <div className="border-t pt-2">
            <h3 className="mb-1 font-medium text-ink-muted text-xs">
              {candidates.length === 0 ? 'There are no other candidates.' : 'Other candidates'}
            </h3>
            <ol>
              {candidates.map((candidate, index) => (
                <li key={JSON.stringify(candidate.value)}>
                  <button
                    type="button"
                    disabled={!review.canEdit}
                    onClick={() => take(candidate)}
                    onFocus={() => candidate.evidence[0] && review.preview(candidate.evidence[0])}
                    onBlur={() => review.preview(null)}
                    onPointerEnter={() => candidate.evidence[0] && review.preview(candidate.evidence[0])}
                    onPointerLeave={() => review.preview(null)}
                    className="grid w-full grid-cols-[1.5rem_1fr_auto] items-start gap-x-2 rounded-md p-1.5 text-left enabled:hover:bg-hover"
                  >
                    {index < KEYED_CANDIDATES ? <Kbd>{String(index + 1)}</Kbd> : <span />}
                    <span className="min-w-0 space-y-1">
                      <span className="block break-words font-medium">{formatValue(field.type, candidate.value)}</span>
                      {candidate.evidence[0] ? <EvidenceCrop documentId={review.documentId} evidence={candidate.evidence[0]} /> : null}
                      {notTaken(candidate) ? <span className="block text-ink-muted text-xs">{notTaken(candidate)}</span> : null}
                      {candidate.reason ? <span className="block text-ink-muted text-xs">{candidate.reason}</span> : null}
                    </span>
                    <span className="text-ink-faint text-xs">{Math.floor(candidate.confidence * 100)} %</span>
                  </button>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </Dialog>
    </Popover>
  );
}
