'use client';

import { useQuery } from '@tanstack/react-query';
import { pagesQuery } from '#lib/client/documents/pages.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { useReviewActs } from '../../session/review-context.ts';

/** A page of the document, or undefined while it is on its way. @param isWanted false = what is not here is not asked for */
export function usePage(documentId: string, page: number, isWanted = true): Page | undefined {
  const { pagesRead } = useReviewActs();
  const pages = pagesQuery(documentId, page, pagesRead);
  const query = useQuery({ ...pages, enabled: isWanted && pages.enabled });
  return query.data?.pages.find((candidate) => candidate.number === page);
}
