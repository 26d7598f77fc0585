'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useSaveQualitySample } from '#lib/client/review/quality-samples.ts';
import { useCheckSample } from '#lib/client/review/sample-check.ts';
import type { SampleCheck } from '#lib/contract/desk/quality-sample.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { elementId } from '../session/element-id.ts';
import { focusValue } from '../session/focus-value.ts';
import { focusWhenDrawn } from '../session/focus-when-drawn.ts';
import type { Target } from '../session/list-targets.ts';
import { saveDrafts } from '../session/save-drafts.ts';
import { layEntriesOver } from './lay-entries-over.ts';
import { lineId } from './sample-line.tsx';
import { isAsked, isSaid, isWithheld, saidOf, type Verdict } from './sample-work.ts';
import { useBlindReview } from './use-blind-review.ts';
import { focusAt, useSampleWork } from './use-sample-work.ts';

/** Its input has gone, and the buttons that judge it are there. */
const focusVerdict = ({ pointer }: Target) =>
  document.getElementById(elementId(pointer)) instanceof HTMLButtonElement && focusValue(pointer);

/**
 * Checks an approved document as a quality sample: single values are entered from the page while the approved ones are withheld, then both are
 * compared, and the person decides where they differ. Cells, and values that the person had shown, are marked right or wrong.
 */
export function useSampleCheck(begun: SampleCheck) {
  const router = useRouter();
  const documentId = begun.detail.document.id;
  const save = useSaveQualitySample(documentId);
  const ask = useCheckSample(documentId);
  const { detail, targets, work, present, change, take, enter, goOn } = useSampleWork(begun);
  const laidOver = useMemo(() => layEntriesOver(detail, work.withheld, work.entries), [detail, work]);
  const review = useBlindReview({
    detail: laidOver,
    canEnter: !work.differs,
    findWithheld: useCallback(
      (pointer) => targets.find((one) => one.pointer === pointer && isWithheld(one, present())),
      [targets, present],
    ),
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

  const onError = (error: Error) => showToast({ tone: 'bad', title: 'The quality sample was not saved', detail: errorMessage(error) });
  const submit = () => {
    const fields = saidOf(targets, present());
    const differences = fields.filter(({ agrees }) => !agrees).length;
    const title = differences === 0 ? 'No differences found' : `${differences} of ${targets.length} values differ`;
    const onSuccess = () => {
      showToast({ tone: 'ok', title });
      router.push('/queues?tab=quality-samples');
    };
    save.mutate({ fields }, { onSuccess, onError });
  };
  const compare = () => {
    if (!saveDrafts((pointer) => labelOf(detail.schema, pointer))) return;
    const entered = [...present().withheld].map((pointer) => ({ pointer, value: present().entries.get(pointer)?.value ?? null }));
    const onSuccess = (checked: SampleCheck) => {
      take(checked);
      const first = targets.find((target) => isAsked(target, present()));
      if (first) focusWhenDrawn(() => focusAt(lineId(first.pointer)));
      else submit();
    };
    ask.mutate({ entered }, { onSuccess, onError });
  };
  const asked = targets.filter((target) => isAsked(target, work));
  return {
    detail,
    review,
    work,
    /** What the person is asked now. */
    asked,
    left: asked.filter((target) => !isSaid(target, work)).length,
    isSaving: save.isPending || ask.isPending,
    enterNothing: ({ pointer }: Target) => {
      enter(pointer, { value: null, evidence: [] });
      goOn(pointer);
    },
    show: (target: Target) => {
      const onSuccess = (checked: SampleCheck) => {
        enter(target.pointer, undefined);
        take(checked);
        focusWhenDrawn(() => focusVerdict(target));
      };
      ask.mutate({ shown: [target.pointer] }, { onSuccess, onError });
    },
    judge: ({ pointer }: Target, verdict: Verdict) => {
      change({ verdicts: new Map(present().verdicts).set(pointer, verdict) });
      if (verdict.agrees) goOn(pointer);
    },
    /** Compares what was entered; saves once nothing differs, or all that differs is decided. */
    finish: work.differs ? submit : compare,
  };
}
