import { useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import type { Comment } from '#lib/contract/desk/comment.ts';

/**
 * Opens the comment that the address names (`?comment=ID`), as soon as it is there.
 * @returns its id, to be shown, and `leave`: takes it out of the address
 */
export function useCommentInAddress(comments: readonly Comment[] | undefined, open: (place: string) => void) {
  const asked = useSearchParams()?.get('comment') ?? null;
  const opened = useRef<string | null>(null);
  const found = comments?.find((comment) => comment.id === asked);
  useEffect(() => {
    if (asked === null) opened.current = null;
    if (!found || opened.current === found.id) return;
    opened.current = found.id;
    open(found.pointer ?? '');
  }, [asked, found, open]);
  return {
    shown: asked,
    leave: () => {
      const url = new URL(window.location.href);
      if (!url.searchParams.has('comment')) return;
      url.searchParams.delete('comment');
      window.history.replaceState(null, '', url);
    },
  };
}
