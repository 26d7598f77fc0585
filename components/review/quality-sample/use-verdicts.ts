'use client';

import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useSaveQualitySample } from '#lib/client/review/quality-samples.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import { listTargets } from '../session/list-targets.ts';
import type { Verdict } from './sampled-value.tsx';

/** What a person says of each approved value, right or wrong, and saving it. */
export function useVerdicts(detail: DeskDocumentDetail) {
  const { document } = detail;
  const router = useRouter();
  const save = useSaveQualitySample(document.id);
  const targets = useMemo(() => listTargets(detail), [detail]);
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, Verdict>>(new Map());
  const [focused, setFocused] = useState<string | null>(targets[0]?.pointer ?? null);
  const left = targets.filter(({ pointer }) => !verdicts.has(pointer)).length;
  const differences = [...verdicts.values()].filter((verdict) => !verdict.agrees).length;
  const judge = (pointer: string, verdict: Verdict) => {
    setVerdicts((before) => new Map(before).set(pointer, verdict));
    if (!verdict.agrees) return;
    const at = targets.findIndex((target) => target.pointer === pointer);
    const next = targets.slice(at + 1).find((target) => !verdicts.has(target.pointer));
    const element = globalThis.document.getElementById(next ? `sample-${next.pointer}` : 'save-sample');
    element?.focus();
    element?.scrollIntoView({ block: 'nearest' });
  };
  const submit = () => {
    const fields = targets.map(({ pointer, field }) => {
      const verdict = verdicts.get(pointer);
      if (!verdict || verdict.agrees) return { pointer, agrees: true };
      const right = verdict.text.trim() === '' ? null : (parseValue(field.type, verdict.text, {}, field.enum ?? []) ?? verdict.text.trim());
      return { pointer, agrees: false, right };
    });
    save.mutate(
      { fields },
      {
        onSuccess: () => {
          showToast({
            tone: 'ok',
            title: differences === 0 ? 'No differences found' : `${differences} of ${fields.length} values differ`,
          });
          router.push('/queues?tab=quality-samples');
        },
        onError: (error) => showToast({ tone: 'bad', title: 'The quality sample was not saved', detail: errorMessage(error) }),
      },
    );
  };
  return { targets, verdicts, focused, setFocused, left, differences, judge, submit, isSaving: save.isPending };
}
