'use client';

import { useQuery } from '@tanstack/react-query';
import { Check, MessageSquare, RotateCcw } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useShortcuts } from '#components/shell/shortcuts.ts';
import { Button } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { commentsQuery, useAddComment, useResolveComment } from '#lib/client/comments.ts';
import { errorMessage } from '#lib/client/error-message.ts';
import type { Comment } from '#lib/contract/comment.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk-document.ts';
import { fromKeyedPointer, toKeyedPointer } from '#lib/document/keyed-pointer.ts';
import { labelOf } from '#lib/document/label-of.ts';

type Comments = {
  /** Comments on the value that are not resolved yet. */
  countAt(pointer: string): number;
  /** Shows what was said about a value, or (null) about everything, with a box to say more. */
  open(pointer: string | null): void;
};

const CommentsContext = createContext<Comments>({ countAt: () => 0, open: () => undefined });

type CommentsProviderProps = {
  detail: DeskDocumentDetail;
  mayComment: boolean;
  /** The value that has the focus. */
  focused: string | null;
  children: ReactNode;
};

/** Lets the parts of the review screen show and write comments. */
export function CommentsProvider({ detail, mayComment, focused, children }: CommentsProviderProps) {
  const { document, fields, schema } = detail;
  const { data, error } = useQuery(commentsQuery(document.id, document.comments_revision));
  /** Keyed pointer, '' = the document, null = closed. */
  const [place, setPlace] = useState<string | null>(null);
  const comments = data ?? [];
  const value = useMemo<Comments>(() => {
    const counts = new Map<string, number>();
    for (const { pointer, resolved } of data ?? []) {
      if (pointer !== null && !resolved) counts.set(pointer, (counts.get(pointer) ?? 0) + 1);
    }
    const keyed = (pointer: string) => (fields ? toKeyedPointer(fields, pointer) : pointer);
    return {
      countAt: (pointer) => (counts.size === 0 ? 0 : (counts.get(keyed(pointer)) ?? 0)),
      open: (pointer) => setPlace(pointer === null ? '' : keyed(pointer)),
    };
  }, [data, fields]);
  useShortcuts('Review', [
    {
      id: 'review.comment',
      keys: ['Mod+Alt+m'],
      label: 'Comment on the field',
      whileTyping: true,
      run: () => value.open(focused),
    },
  ]);
  const wordsFor = (pointer: string | null) => {
    if (pointer === null || pointer === '') return 'The whole document';
    const now = fields && fromKeyedPointer(fields, pointer);
    return now ? labelOf(schema, now) : 'A row that is gone';
  };
  const here = place || null;
  const shown = comments.filter((comment) => place === '' || comment.pointer === place);
  return (
    <CommentsContext value={value}>
      {children}
      <Drawer title={place === '' ? 'Comments' : `Comments: ${wordsFor(place)}`} isOpen={place !== null} onClose={() => setPlace(null)}>
        {error ? (
          <Notice tone="bad" className="mb-3">
            {errorMessage(error)}
          </Notice>
        ) : null}
        {mayComment ? <CommentForm key={place} documentId={document.id} pointer={here} about={wordsFor(place)} /> : null}
        {shown.length === 0 ? <p className="text-ink-faint text-xs">Nothing was said yet.</p> : null}
        <ol>
          {shown.toReversed().map((comment) => (
            <CommentLine
              key={comment.id}
              documentId={document.id}
              comment={comment}
              about={place === '' ? wordsFor(comment.pointer) : null}
              mayComment={mayComment}
            />
          ))}
        </ol>
      </Drawer>
    </CommentsContext>
  );
}

function CommentForm({ documentId, pointer, about }: { documentId: string; pointer: string | null; about: string }) {
  const [text, setText] = useState('');
  const add = useAddComment(documentId);
  const send = () => {
    if (text.trim() === '' || add.isPending) return;
    add.mutate({ pointer, text }, { onSuccess: () => setText('') });
  };
  return (
    <form
      className="mb-4 space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation();
        send();
      }}
    >
      <TextField
        label={`Comment on ${about.charAt(0).toLowerCase()}${about.slice(1)}`}
        rows={3}
        value={text}
        onChange={setText}
        maxLength={4000}
        autoFocus
        description="Ctrl+Enter sends it. Everyone who opens the document reads it."
      />
      {add.error ? <Notice tone="bad">{errorMessage(add.error)}</Notice> : null}
      <Button type="submit" variant="primary" isPending={add.isPending} isDisabled={text.trim() === ''}>
        Comment
      </Button>
    </form>
  );
}

type CommentLineProps = { documentId: string; comment: Comment; about: string | null; mayComment: boolean };

function CommentLine({ documentId, comment, about, mayComment }: CommentLineProps) {
  const resolve = useResolveComment(documentId);
  const { id, text, author, at, resolved } = comment;
  return (
    <li className="flex items-start gap-2 border-b py-2">
      <div className="min-w-0 flex-1">
        {about ? <p className="font-medium text-xs">{about}</p> : null}
        <p className={resolved ? 'whitespace-pre-wrap break-words text-ink-faint' : 'whitespace-pre-wrap break-words'}>{text}</p>
        <p className="text-2xs text-ink-faint">
          {author.name} · <time dateTime={at}>{new Date(at).toLocaleString()}</time>
          {resolved ? ` · resolved by ${resolved.by}` : ''}
        </p>
        {resolve.error ? <p className="text-bad text-xs">{errorMessage(resolve.error)}</p> : null}
      </div>
      {mayComment ? (
        <IconButton
          label={resolved ? 'Open again' : 'Resolve'}
          icon={resolved ? <RotateCcw size={14} aria-hidden /> : <Check size={14} aria-hidden />}
          size="small"
          isDisabled={resolve.isPending}
          onPress={() => resolve.mutate({ id, resolved: !resolved })}
        />
      ) : null}
    </li>
  );
}

/** The button at a value to its comments: how many are open there (`some`), or to write the first (`none`). */
export function CommentSlot({ pointer, label, when }: { pointer: string; label: string; when: 'some' | 'none' }) {
  const comments = useContext(CommentsContext);
  const count = comments.countAt(pointer);
  if (count > 0 !== (when === 'some')) return null;
  return <CommentButton count={count} label={`Comments on ${label}`} onPress={() => comments.open(pointer)} />;
}

/** The button in the header: everything said about the document. */
export function DocumentComments({ count }: { count: number }) {
  const comments = useContext(CommentsContext);
  return <CommentButton count={count} label="Comments" variant="secondary" onPress={() => comments.open(null)} />;
}

type CommentButtonProps = { count: number; label: string; variant?: 'quiet' | 'secondary'; onPress: () => void };

function CommentButton({ count, label, variant = 'quiet', onPress }: CommentButtonProps) {
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
      onPress={onPress}
    />
  );
}
