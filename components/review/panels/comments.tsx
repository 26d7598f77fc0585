'use client';

import { useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { commentsQuery } from '#lib/client/documents/comments.ts';
import type { Comment } from '#lib/contract/desk/comment.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { toKeyedPointer } from '#lib/document/values/keyed-pointer.ts';
import { useCommentInAddress } from './use-comment-in-address.ts';

type Comments = {
  /** Comments on the value that are not resolved yet. */
  countAt(pointer: string): number;
  /** Shows what was said about a value, or (null) about everything, with a box to say more. */
  open(pointer: string | null): void;
  /** What comments are shown about: keyed pointer of a value, '' = everything. */
  place: string;
  list: readonly Comment[];
  /** The comment that the address names. */
  shown: string | null;
  error: Error | null;
};

const CommentsContext = createContext<Comments>({ countAt: () => 0, open: () => undefined, place: '', list: [], shown: null, error: null });

type CommentsProviderProps = {
  detail: DeskDocumentDetail;
  /** Shows the comments of the place that was opened. */
  onOpen: () => void;
  /** The value that has the focus. */
  focused: string | null;
  children: ReactNode;
};

/** Lets the parts of the review screen show and write comments. */
export function CommentsProvider({ detail, onOpen, focused, children }: CommentsProviderProps) {
  const { document, fields } = detail;
  const { data, error } = useQuery(commentsQuery(document.id, document.comments_revision));
  const [place, setPlace] = useState('');
  const openPlace = useCallback(
    (next: string) => {
      setPlace(next);
      onOpen();
    },
    [onOpen],
  );
  const shown = useCommentInAddress(data, openPlace);
  const counts = useMemo(() => {
    const open = new Map<string, number>();
    for (const { pointer, resolved } of data ?? []) {
      if (pointer !== null && !resolved) open.set(pointer, (open.get(pointer) ?? 0) + 1);
    }
    return open;
  }, [data]);
  const present = useRef(fields);
  present.current = fields;
  // Where nobody has said anything, no row's place matters.
  const placed = counts.size === 0 ? null : fields;
  const value = useMemo<Comments>(
    () => ({
      countAt: (pointer) => counts.get(placed ? toKeyedPointer(placed, pointer) : pointer) ?? 0,
      open: (pointer) => openPlace(pointer === null ? '' : present.current ? toKeyedPointer(present.current, pointer) : pointer),
      shown,
      place,
      list: data ?? [],
      error,
    }),
    [counts, placed, place, data, error, shown, openPlace],
  );
  useShortcuts('Review', [
    {
      id: 'review.comment',
      keys: ['Mod+Alt+m'],
      label: 'Comment on the field',
      whileTyping: true,
      run: () => value.open(focused),
    },
  ]);
  return <CommentsContext value={value}>{children}</CommentsContext>;
}

/** The comments of the document that is reviewed, and where they are shown. */
export function useComments(): Comments {
  return useContext(CommentsContext);
}

/** The button at a value to its comments: how many are open there (`some`), or to write the first (`none`). */
export function CommentSlot({ pointer, label, when }: { pointer: string; label: string; when: 'some' | 'none' }) {
  const comments = useComments();
  const count = comments.countAt(pointer);
  if (count > 0 !== (when === 'some')) return null;
  return (
    <CommentButton count={count} label={`Comments on ${label}`} excludeFromTabOrder={count === 0} onPress={() => comments.open(pointer)} />
  );
}

/** The button in the header: everything said about the document. */
export function DocumentComments({ count }: { count: number }) {
  const comments = useComments();
  return <CommentButton count={count} label="Comments" variant="secondary" onPress={() => comments.open(null)} />;
}

type CommentButtonProps = {
  count: number;
  label: string;
  variant?: 'quiet' | 'secondary';
  excludeFromTabOrder?: boolean;
  onPress: () => void;
};

function CommentButton({ count, label, variant = 'quiet', excludeFromTabOrder = false, onPress }: CommentButtonProps) {
  return (
    <IconButton
      label={count > 0 ? `${label}, ${count} open` : label}
      variant={variant}
      size={variant === 'quiet' ? 'small' : 'medium'}
      className={count > 0 ? 'w-auto gap-1 px-1.5' : ''}
      icon={
        <>
          <MessageSquare size={14} aria-hidden className={count > 0 ? 'text-info' : ''} />
          {count > 0 ? <span className="font-medium text-2xs text-info tabular-nums">{count}</span> : null}
        </>
      }
      excludeFromTabOrder={excludeFromTabOrder}
      onPress={onPress}
    />
  );
}
