'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useSaveQualitySample } from '#lib/client/review/quality-samples.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { elementId } from '../session/element-id.ts';
import { focusValue } from '../session/focus-value.ts';
import { focusWhenDrawn } from '../session/focus-when-drawn.ts';
import type { Target } from '../session/list-targets.ts';
import { saveDrafts } from '../session/save-drafts.ts';
import { hideValues } from './hide-values.ts';
import { lineId } from './sample-line.tsx';
import { isAsked, isHidden, isSaid, saidOf, type Verdict } from './sample-work.ts';
import { useBlindReview } from './use-blind-review.ts';
import { focusAt, useSampleWork } from './use-sample-work.ts';

/** Its input has gone, and the buttons that judge it are there. */
const focusVerdict = ({ pointer }: Target) =>
  document.getElementById(elementId(pointer)) instanceof HTMLButtonElement && focusValue(pointer);

/**
 * Checks an approved document as a quality sample: single values are entered from the page while the approved ones are hidden, then both are
 * compared, and the person decides where they differ. Cells, and values that the person had shown, are marked right or wrong.
 */
export function useSampleCheck(detail: DeskDocumentDetail) {
  const router = useRouter();
  const save = useSaveQualitySample(detail.document.id);
  const { targets, work, present, change, enter, goOn } = useSampleWork(detail);
  const hidden = useMemo(() => {
    const pointers = new Set(targets.flatMap((target) => (isHidden(target, work) ? [target.pointer] : [])));
    return hideValues(detail, (pointer) => pointers.has(pointer), work.entries);
  }, [detail, targets, work]);
  const review = useBlindReview({
    detail: hidden,
    canEnter: !work.isCompared,
    findHidden: useCallback((pointer) => targets.find((one) => one.pointer === pointer && isHidden(one, present())), [targets, present]),
    entryAt: useCallback((pointer) => present().entries.get(pointer), [present]),
    enter,
    goOn: useCallback(
      (pointer) => {
        if (!present().entries.has(pointer)) enter(pointer, { value: null, evidence: [] });
        goOn(pointer);
      },
      [present, enter, goOn],
    ),
  });

  const submit = () => {
    const fields = targets.map((target) => saidOf(target, present()));
    const differences = fields.filter(({ agrees }) => !agrees).length;
    const title = differences === 0 ? 'No differences found' : `${differences} of ${fields.length} values differ`;
    const onSuccess = () => {
      showToast({ tone: 'ok', title });
      router.push('/queues?tab=quality-samples');
    };
    const onError = (error: Error) => showToast({ tone: 'bad', title: 'The quality sample was not saved', detail: errorMessage(error) });
    save.mutate({ fields }, { onSuccess, onError });
  };
  const compare = () => {
    if (!saveDrafts((pointer) => labelOf(detail.schema, pointer))) return;
    change({ isCompared: true });
    const first = targets.find((target) => isAsked(target, present()));
    if (first) focusWhenDrawn(() => focusAt(lineId(first.pointer)));
    else submit();
  };
  const asked = targets.filter((target) => isAsked(target, work));
  return {
    review,
    work,
    /** What the person is asked now. */
    asked,
    left: asked.filter((target) => !isSaid(target, work)).length,
    isSaving: save.isPending,
    enterNothing: ({ pointer }: Target) => {
      enter(pointer, { value: null, evidence: [] });
      goOn(pointer);
    },
    show: (target: Target) => {
      enter(target.pointer, undefined);
      change({ shown: new Set(present().shown).add(target.pointer) });
      focusWhenDrawn(() => focusVerdict(target));
    },
    judge: ({ pointer }: Target, verdict: Verdict) => {
      change({ verdicts: new Map(present().verdicts).set(pointer, verdict) });
      if (verdict.agrees) goOn(pointer);
    },
    /** Compares what was entered; saves once nothing differs, or all that differs is decided. */
    finish: work.isCompared ? submit : compare,
  };
}
