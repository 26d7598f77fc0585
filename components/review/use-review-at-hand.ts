'use client';

import { replaceEqualDeep } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { showToast } from '#components/ui/toast.tsx';
import type { ReviewQueue } from '#lib/client/review-queue.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk-document.ts';
import type { Evidence } from '#lib/contract/extraction.ts';
import type { ActionDraft, Flag } from '#lib/contract/review.ts';
import { valueAt } from '#lib/document/find-flags.ts';
import { parseValue } from '#lib/document/parse-value.ts';
import { parsePointer } from '#lib/document/pointer.ts';
import { focusValue } from './focus-value.ts';
import { hasJustJumped } from './jump.ts';
import { listTargets, nextFlagged } from './list-targets.ts';
import type { Review } from './review-context.ts';

const NONE: Flag[] = [];

type AtHand = {
  /** The document as it is drawn. */
  detail: DeskDocumentDetail;
  queue: ReviewQueue;
  canEdit: boolean;
  act: (...drafts: ActionDraft[]) => void;
};

/** Flags by pointer; the list of a value is the same object until one of its flags changes. */
function useFlags(flags: readonly Flag[]): Readonly<Record<string, Flag[]>> {
  const before = useRef<Record<string, Flag[]>>({});
  return useMemo(() => {
    const byPointer: Record<string, Flag[]> = {};
    for (const flag of flags) byPointer[flag.pointer] = [...(byPointer[flag.pointer] ?? []), flag];
    before.current = replaceEqualDeep(before.current, byPointer);
    return before.current;
  }, [flags]);
}

/**
 * What the parts of the review screen share: where the focus and the mouse are, the flags, and what can be done to values.
 * What is done looks at the document as the person's last key left it, also before React has drawn that.
 */
export function useReviewAtHand({ detail, queue, canEdit, act }: AtHand) {
  const documentId = detail.document.id;
  const [focused, setFocused] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [previewed, setPreviewed] = useState<Evidence | null>(null);
  const flags = useFlags(detail.flags);
  const focusedNow = useRef(focused);
  focusedNow.current = focused;

  const acts = useMemo(() => {
    const targetAt = (pointer: string | null) => listTargets(queue.present()).find((candidate) => candidate.pointer === pointer);
    return {
      documentId,
      canEdit,
      holds: (pointer: string, rowKey: string | undefined) => {
        const { fields } = queue.present();
        if (!fields || !valueAt(fields, pointer)) return false;
        const [name = '', row] = parsePointer(pointer);
        const rows = fields[name];
        return rowKey === undefined || (Array.isArray(rows) && rows[Number(row)]?.key === rowKey);
      },
      act: (...drafts: ActionDraft[]) => canEdit && act(...drafts),
      focus: focusValue,
      noteFocus: (pointer: string) => {
        setFocused(pointer);
        setPreviewed(null);
      },
      hover: setHovered,
      preview: setPreviewed,
      accept: (pointer: string) => {
        if (!canEdit || hasJustJumped()) return;
        if (targetAt(pointer)?.merged.status === 'machine') act({ kind: 'confirm', pointer });
        const next = findNextFlag(queue.present(), pointer);
        if (next !== null && next !== pointer) focusValue(next);
        else document.getElementById('approve')?.focus();
      },
      pick: (evidence: Evidence) => {
        const target = targetAt(focusedNow.current);
        if (!target || !canEdit) return;
        const value = parseValue(target.field.type, evidence.text, {}, target.field.enum ?? []);
        if (value === null)
          showToast({ tone: 'info', title: `“${evidence.text}” is not a value of ${target.field.label || target.field.name}.` });
        else act({ kind: 'correct', pointer: target.pointer, value, evidence: [evidence] });
      },
    };
  }, [documentId, canEdit, act, queue]);

  return useMemo(
    (): Review => ({ ...acts, detail, focused, hovered, previewed, flagsOf: (pointer) => flags[pointer] ?? NONE }),
    [acts, detail, focused, hovered, previewed, flags],
  );
}

/** Pointer of the value with a flag that comes after `from`, or before it; null when there is no other. */
export function findNextFlag(detail: DeskDocumentDetail, from: string | null, direction: 1 | -1 = 1): string | null {
  const targets = listTargets(detail);
  return nextFlagged(direction > 0 ? targets : targets.toReversed(), new Set(detail.flags.map(({ pointer }) => pointer)), from);
}
