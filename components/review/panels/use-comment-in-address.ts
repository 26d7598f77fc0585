import { useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import type { Comment } from '#lib/contract/desk/comment.ts';

/**
 * Opens the comment that the address names (`?comment=ID`), as soon as it is there.
 * @param open must stay the same function @returns its id, to be shown
 */
export function useCommentInAddress(comments: readonly Comment[] | undefined, open: (place: string) => void): string | null {
  const asked = useSearchParams()?.get('comment') ?? null;
  const opened = useRef<string | null>(null);
  const found = comments?.find((comment) => comment.id === asked);
  useEffect(() => {
    if (asked === null) opened.current = null;
    if (!found || opened.current === found.id) return;
    opened.current = found.id;
    open(found.pointer ?? '');
  }, [asked, found, open]);
  return asked;
}
