'use client';

import { Check, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatDayAndTime } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useAddComment, useResolveComment } from '#lib/client/documents/comments.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { Comment } from '#lib/contract/desk/comment.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { PersonName } from '#lib/contract/desk/user.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { fromKeyedPointer } from '#lib/document/values/keyed-pointer.ts';
import { CommentText } from './comment-text.tsx';
import { splitMentions } from './find-mention.ts';
import { MentionField } from './mention-field.tsx';

type CommentListProps = {
  detail: DeskDocumentDetail;
  mayComment: boolean;
  /** Keyed pointer, '' = the document. */
  place: string;
  comments: readonly Comment[];
  error: Error | null;
  /** The comment that the person came for. */
  asked: string | null;
  /** Shows what was said about everything. */
  onAll: () => void;
};

/** What was said about a value, or about everything, and a box to say more. */
export function CommentList({ detail, mayComment, place, comments, error, asked, onAll }: CommentListProps) {
  const { document, fields, schema } = detail;
  const wordsFor = (pointer: string | null) => {
    if (pointer === null || pointer === '') return 'The whole document';
    const now = fields && fromKeyedPointer(fields, pointer);
    return now ? labelOf(schema, now) : 'A deleted row';
  };
  const here = place || null;
  const shown = comments.filter((comment) => place === '' || comment.pointer === place);
  return (
    <>
      {place === '' ? null : (
        <div className="mb-2 flex items-center justify-between gap-2">
          <h2 className="min-w-0 truncate font-semibold">{wordsFor(place)}</h2>
          <Button size="small" variant="quiet" onPress={onAll}>
            All comments
          </Button>
        </div>
      )}
      {error ? (
        <Notice tone="bad" className="mb-3">
          {errorMessage(error)}
        </Notice>
      ) : null}
      {mayComment ? <CommentForm key={place} documentId={document.id} pointer={here} about={wordsFor(place)} /> : null}
      {shown.length === 0 ? <p className="text-ink-faint text-xs">No comments yet.</p> : null}
      <ol>
        {shown.toReversed().map((comment) => (
          <CommentLine
            key={comment.id}
            documentId={document.id}
            comment={comment}
            about={place === '' ? wordsFor(comment.pointer) : null}
            mayComment={mayComment}
            isAsked={comment.id === asked}
          />
        ))}
      </ol>
    </>
  );
}

function CommentForm({ documentId, pointer, about }: { documentId: string; pointer: string | null; about: string }) {
  const [text, setText] = useState('');
  const [named, setNamed] = useState<readonly PersonName[]>([]);
  const add = useAddComment(documentId);
  const send = () => {
    if (text.trim() === '' || add.isPending) return;
    const mentions = [...new Set(splitMentions(text, named).flatMap(({ person }) => person?.id ?? []))];
    add.mutate({ pointer, text, mentions }, { onSuccess: () => setText('') });
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
      <MentionField
        label={`Comment on ${about.charAt(0).toLowerCase()}${about.slice(1)}`}
        value={text}
        onChange={setText}
        onMention={(person) => setNamed((all) => [...all, person])}
        description="Type @ to tell somebody. Press Ctrl+Enter to send it. Everyone who opens the document can read it."
      />
      {add.error ? <Notice tone="bad">{errorMessage(add.error)}</Notice> : null}
      <Button type="submit" variant="primary" isPending={add.isPending} isDisabled={text.trim() === ''}>
        Comment
      </Button>
    </form>
  );
}

type CommentLineProps = { documentId: string; comment: Comment; about: string | null; mayComment: boolean; isAsked: boolean };

function CommentLine({ documentId, comment, about, mayComment, isAsked }: CommentLineProps) {
  const resolve = useResolveComment(documentId);
  const { id, author, at, resolved } = comment;
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isAsked) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isAsked]);
  return (
    <li
      ref={line}
      aria-current={isAsked ? 'true' : undefined}
      className={classNames('flex items-start gap-2 border-b py-2', isAsked && '-mx-2 rounded-md bg-selected px-2')}
    >
      <div className="min-w-0 flex-1">
        {about ? <p className="font-medium text-xs">{about}</p> : null}
        <CommentText comment={comment} />
        <p className="text-2xs text-ink-faint">
          {author.name} · <time dateTime={at}>{formatDayAndTime(at)}</time>
          {resolved ? ` · resolved by ${resolved.by}` : ''}
        </p>
        {resolve.error ? <p className="text-bad text-xs">{errorMessage(resolve.error)}</p> : null}
      </div>
      {mayComment ? (
        <IconButton
          label={resolved ? 'Reopen' : 'Resolve'}
          icon={resolved ? <RotateCcw size={14} aria-hidden /> : <Check size={14} aria-hidden />}
          size="small"
          isDisabled={resolve.isPending}
          onPress={() => resolve.mutate({ id, resolved: !resolved })}
        />
      ) : null}
    </li>
  );
}
