'use client';

import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { showToast } from '#components/ui/layers/toast.tsx';
import type { ActionOutbox } from '#lib/client/review/action-outbox.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { ActionDraft, Flag, MergedValue } from '#lib/contract/desk/review.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import { backTo } from '#lib/document/review/inverse-of.ts';
import { isEmptyValue } from '#lib/document/values/is-empty-value.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import { valueAt } from '#lib/document/values/value-at.ts';
import { focusValue } from './focus-value.ts';
import { focusWhenDrawn } from './focus-when-drawn.ts';
import { findNextStop, flagKey, flagsByStop, listStops } from './list-stops.ts';
import { listTargets } from './list-targets.ts';
import { hasJustNavigated } from './navigate-document.ts';
import { notAValueOf } from './not-a-value.ts';
import type { Review } from './review-context.ts';

const NONE: Flag[] = [];

type AtHand = {
  /** The document as it is drawn. */
  detail: DeskDocumentDetail;
  outbox: ActionOutbox;
  canEdit: boolean;
  act: (...drafts: ActionDraft[]) => void;
};

/** Flags by the place where they are shown; the list of a place is the same object until one of its flags changes. */
function useFlags(detail: DeskDocumentDetail): Readonly<Record<string, Flag[]>> {
  const before = useRef<Record<string, Flag[]>>({});
  return useMemo(() => {
    before.current = replaceEqualDeep(before.current, Object.fromEntries(flagsByStop(detail.flags, listStops(detail))));
    return before.current;
  }, [detail]);
}

/**
 * What the parts of the review screen share: where the focus and the mouse are, the flags, and what can be done to values.
 * What is done looks at the document as the person's last key left it, also before React has drawn that.
 */
export function useReviewAtHand({ detail, outbox, canEdit, act }: AtHand) {
  const documentId = detail.document.id;
  const [focused, setFocused] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [previewed, setPreviewed] = useState<Evidence | null>(null);
  const flags = useFlags(detail);
  /** What the person sees at this moment, and the flags that were on the screen when Enter went on from them. */
  const drawn = useRef(flags);
  drawn.current = flags;
  const seen = useRef(new Set<string>());
  /** What was taken from the page last, and the value before it. */
  const picked = useRef<{ draft: ActionDraft; before: MergedValue } | null>(null);
  const focusedNow = useRef(focused);
  focusedNow.current = focused;
  /** Ends the way to a stop that is not drawn yet. */
  const stopGoing = useRef(() => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next document has places of the same names
  useEffect(() => () => stopGoing.current(), [documentId]);

  const acts = useMemo(() => {
    const targetAt = (pointer: string | null) => listTargets(outbox.present()).find((candidate) => candidate.pointer === pointer);
    return {
      documentId,
      canEdit,
      holds: (pointer: string) => valueAt(outbox.present().fields ?? {}, pointer) !== undefined,
      act: (...drafts: ActionDraft[]) => canEdit && act(...drafts),
      focus: focusValue,
      recordFocus: (pointer: string) => {
        setFocused(pointer);
        setPreviewed(null);
      },
      hover: setHovered,
      preview: setPreviewed,
      accept: (pointer: string) => {
        if (!canEdit || hasJustNavigated()) return;
        for (const flag of drawn.current[pointer] ?? []) seen.current.add(flagKey(flag));
        const target = targetAt(pointer);
        if (target?.merged.status === 'machine') {
          if (!isEmptyValue(target.merged.value)) act({ kind: 'confirm', pointer });
          // That there is nothing answers a doubt of the engine, not a demand of the schema.
          else if (!target.field.required && drawn.current[pointer]) act({ kind: 'clear', pointer });
        }
        const present = outbox.present();
        // What is answered and comes back, e.g. by undoing, is looked at again.
        const open = new Set(present.flags.map(flagKey));
        for (const key of seen.current) if (!open.has(key)) seen.current.delete(key);
        const isUnseen = (flag: Flag) => flag.pointer === pointer && !seen.current.has(flagKey(flag));
        // What was typed may have raised a flag that nobody has seen yet.
        if (present.flags.some(isUnseen)) return;
        const next = findNextStop({ detail: present, from: pointer, seen: seen.current });
        stopGoing.current();
        if (next !== null) stopGoing.current = focusWhenDrawn(() => focusValue(next));
        else document.getElementById('approve')?.focus();
      },
      pick: (evidence: Evidence) => {
        const target = targetAt(focusedNow.current);
        if (!target || !canEdit) return;
        const value = parseValue(target.field.type, evidence.text, {}, target.field.enum ?? []);
        if (value === null) showToast({ tone: 'info', title: notAValueOf(target.field, evidence.text) });
        else {
          const draft: ActionDraft = { kind: 'correct', pointer: target.pointer, value, evidence: [evidence] };
          picked.current = { draft, before: target.merged };
          act(draft);
        }
      },
      unpick: () => {
        if (!picked.current || !canEdit) return;
        const { draft, before } = picked.current;
        picked.current = null;
        const present = targetAt(draft.pointer)?.merged;
        const isThere = draft.kind === 'correct' && JSON.stringify(present?.evidence) === JSON.stringify(draft.evidence);
        if (isThere) act(...backTo(before));
      },
    };
  }, [documentId, canEdit, act, outbox]);

  return useMemo(
    (): Review => ({ ...acts, detail, focused, hovered, previewed, flagsOf: (pointer) => flags[pointer] ?? NONE }),
    [acts, detail, focused, hovered, previewed, flags],
  );
}
