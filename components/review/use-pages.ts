'use client';

import { useQuery } from '@tanstack/react-query';
import { pagesQuery } from '#lib/client/pages.ts';
import type { Page } from '#lib/contract/reading.ts';
import { useReview } from './review-context.ts';

/** A page of the document, or undefined while it is on its way. */
export function usePage(documentId: string, page: number): Page | undefined {
  const { detail } = useReview();
  const query = useQuery(pagesQuery(documentId, page, detail.document.pages_read));
  return query.data?.pages.find((candidate) => candidate.number === page);
}
