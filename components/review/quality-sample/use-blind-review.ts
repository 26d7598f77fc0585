'use client';

import { useMemo, useRef, useState } from 'react';
import { showToast } from '#components/ui/layers/toast.tsx';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import { focusValue } from '../session/focus-value.ts';
import type { Target } from '../session/list-targets.ts';
import { notAValueOf } from '../session/not-a-value.ts';
import type { Review } from '../session/review-context.ts';
import type { Entry } from './lay-entries-over.ts';

type BlindReview = {
  /** With what was entered in place of what is withheld. */
  detail: DeskDocumentDetail;
  canEnter: boolean;
  /** The value at a pointer, if it can be entered. */
  findWithheld: (pointer: string | null) => Target | undefined;
  entryAt: (pointer: string) => Entry | undefined;
  /** Undefined takes back what was entered. */
  enter: (pointer: string, entry: Entry | undefined) => void;
  /** Goes on from a value; one without an entry is not there. */
  goOn: (pointer: string) => void;
};

/** A review in which withheld values are entered from the page, and nothing is saved with the document. */
export function useBlindReview({ detail, canEnter, findWithheld, entryAt, enter, goOn }: BlindReview): Review {
  const [focused, setFocused] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [previewed, setPreviewed] = useState<Evidence | null>(null);
  const focusedNow = useRef(focused);
  focusedNow.current = focused;
  /** What was taken from the page last, and what had been entered before it. */
  const picked = useRef<{ pointer: string; entry: Entry; before: Entry | undefined } | null>(null);
  const documentId = detail.document.id;
  const acts = useMemo(
    () => ({
      documentId,
      canEdit: canEnter,
      flagsOf: () => [],
      holds: () => canEnter,
      act: (...drafts: Parameters<Review['act']>) => {
        for (const draft of drafts) {
          if (draft.kind === 'correct') enter(draft.pointer, { value: draft.value, evidence: draft.evidence });
          else if (draft.kind === 'clear') enter(draft.pointer, undefined);
        }
      },
      focus: focusValue,
      recordFocus: (pointer: string) => {
        setFocused(pointer);
        setPreviewed(null);
      },
      hover: setHovered,
      preview: setPreviewed,
      accept: goOn,
      pick: (evidence: Evidence) => {
        const target = findWithheld(focusedNow.current);
        if (!target) return;
        const value = parseValue(target.field.type, evidence.text, {}, target.field.enum ?? []);
        if (value === null) return void showToast({ tone: 'info', title: notAValueOf(target.field, evidence.text) });
        const entry = { value, evidence: [evidence] };
        picked.current = { pointer: target.pointer, entry, before: entryAt(target.pointer) };
        enter(target.pointer, entry);
      },
      unpick: () => {
        if (!picked.current) return;
        const { pointer, entry, before } = picked.current;
        picked.current = null;
        if (entryAt(pointer) === entry) enter(pointer, before);
      },
    }),
    [documentId, canEnter, findWithheld, entryAt, enter, goOn],
  );
  return useMemo(() => ({ ...acts, detail, focused, hovered, previewed }), [acts, detail, focused, hovered, previewed]);
}
