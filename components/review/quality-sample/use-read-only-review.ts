'use client';

import { useMemo } from 'react';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Review } from '../session/review-context.ts';

/** A review for screens that show pages and values but change nothing. */
export function useReadOnlyReview(detail: DeskDocumentDetail, focused: string | null, focus: (pointer: string | null) => void): Review {
  return useMemo(
    () => ({
      documentId: detail.document.id,
      detail,
      focused,
      hovered: null,
      previewed: null,
      canEdit: false,
      flagsOf: () => [],
      holds: () => true,
      focus,
      act: () => undefined,
      recordFocus: () => undefined,
      hover: () => undefined,
      preview: () => undefined,
      accept: () => undefined,
      pick: () => undefined,
      unpick: () => undefined,
    }),
    [detail, focused, focus],
  );
}
