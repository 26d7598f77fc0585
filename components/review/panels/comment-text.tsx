'use client';

import { useQuery } from '@tanstack/react-query';
import { useMay } from '#components/shared/current-user.ts';
import { classNames } from '#components/ui/class-names.ts';
import { peopleNamesQuery } from '#lib/client/documents/assignment.ts';
import type { Comment } from '#lib/contract/desk/comment.ts';
import { splitMentions } from './find-mention.ts';

/** What was written, with the people named in it by the names that they have now. */
export function CommentText({ comment: { text, mentions, resolved } }: { comment: Comment }) {
  const mayKnow = useMay('reviewer');
  const people = useQuery({ ...peopleNamesQuery, enabled: mayKnow && mentions.length > 0 }).data;
  const nameOf = (id: string) => people?.find((person) => person.id === id)?.name;
  return (
    <p className={classNames('whitespace-pre-wrap break-words', resolved && 'text-ink-faint')}>
      {splitMentions(text, mentions).map((part) =>
        part.person ? (
          <span key={part.at} className={classNames('font-medium', !resolved && 'text-accent')}>
            @{nameOf(part.person.id) ?? part.person.name}
          </span>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
