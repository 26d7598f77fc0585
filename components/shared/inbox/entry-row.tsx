'use client';

import {
  AlertTriangle,
  AtSign,
  ChevronRight,
  CircleOff,
  Clock,
  MessageSquare,
  ServerCrash,
  Signature,
  TrendingDown,
  UserRound,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Link } from 'react-aria-components/Link';
import { classNames } from '#components/ui/class-names.ts';
import { pageImageUrl } from '#lib/client/documents/document.ts';
import type { InboxDocument, InboxEntry, InboxKind } from '#lib/contract/desk/inbox.ts';
import { formatFullMoment, formatMoment } from '../format.ts';
import { entryHref, entryWords } from './inbox-words.ts';

const ICONS: Record<InboxKind, typeof AtSign> = {
  assigned: UserRound,
  mentioned: AtSign,
  answered: MessageSquare,
  second_approval: Signature,
  overdue: Clock,
  trouble: AlertTriangle,
  deployment: ServerCrash,
  stopped: CircleOff,
  quality: TrendingDown,
};
const TONES: Record<InboxKind, string> = {
  assigned: 'bg-selected text-accent',
  mentioned: 'bg-info-soft text-info',
  answered: 'bg-info-soft text-info',
  second_approval: 'bg-ok-soft text-ok',
  overdue: 'bg-warn-soft text-warn',
  trouble: 'bg-bad-soft text-bad',
  deployment: 'bg-bad-soft text-bad',
  stopped: 'bg-bad-soft text-bad',
  quality: 'bg-warn-soft text-warn',
};
/** The width that thumbnails of the review are drawn at, so that the picture is often there already. */
const PICTURE_WIDTH = 160;

type EntryRowProps = {
  entry: InboxEntry;
  /** Its place was gone to. */
  onOpen: () => void;
  /** An entry about several documents is unfolded from the beginning. */
  isUnfolded?: boolean;
  /** Stands at the end of the row. */
  children?: ReactNode;
};

const rowStyle = 'flex w-full min-w-0 items-start gap-3 rounded-md px-2 py-2 text-left text-sm data-hovered:bg-hover';

/** One entry of the inbox: what, who, which document, when. It leads to its place; one about several documents lists them. */
export function EntryRow({ entry, onOpen, isUnfolded = false, children }: EntryRowProps) {
  const [unfolded, setUnfolded] = useState(isUnfolded);
  const href = entryHref(entry);
  return (
    <li className="min-w-0">
      <div className="flex items-start gap-1">
        {href === null ? (
          <Button data-entry aria-expanded={unfolded} onPress={() => setUnfolded((before) => !before)} className={rowStyle}>
            <EntryFace entry={entry} />
            <ChevronRight size={15} aria-hidden className={classNames('mt-1 shrink-0 text-ink-faint', unfolded && 'rotate-90')} />
          </Button>
        ) : (
          <Link data-entry href={href} onPress={onOpen} className={rowStyle}>
            <EntryFace entry={entry} />
          </Link>
        )}
        {children}
      </div>
      {href === null && unfolded ? <DocumentLinks documents={entry.documents} count={entry.count} onOpen={onOpen} /> : null}
    </li>
  );
}

function EntryFace({ entry }: { entry: InboxEntry }) {
  const { at, count, documents, comment, read, settled } = entry;
  const [document] = documents;
  return (
    <>
      <EntryPicture entry={entry} />
      <span className="min-w-0 flex-1">
        <span className={classNames('block break-words', read ? 'text-ink-muted' : 'font-medium text-ink')}>
          {read ? null : <span className="sr-only">Unread: </span>}
          {entryWords(entry)}
        </span>
        {document ? (
          <span className="block truncate text-ink-muted text-xs">
            {document.name}
            {count > 1 ? ` and ${count - 1} more` : ''}
          </span>
        ) : null}
        {comment ? <span className="mt-0.5 line-clamp-2 break-words text-ink-muted text-xs">“{comment.text}”</span> : null}
        <span className="block text-2xs text-ink-faint">
          <time dateTime={at} title={formatFullMoment(at)}>
            {formatMoment(at)}
          </time>
          {settled ? ' · done' : ''}
        </span>
      </span>
      {read ? null : <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent-fill" />}
    </>
  );
}

function EntryPicture({ entry: { kind, count, documents } }: { entry: InboxEntry }) {
  const Icon = ICONS[kind];
  const [document] = documents;
  const badge = (
    <span aria-hidden className={classNames('flex size-6 items-center justify-center rounded-full', TONES[kind])}>
      <Icon size={13} />
    </span>
  );
  if (!document?.has_page || count > 1) return <span className="flex w-9 shrink-0 justify-center pt-0.5">{badge}</span>;
  return (
    <span className="relative block h-12 w-9 shrink-0">
      {/* biome-ignore lint/performance/noImgElement: the picture's size is chosen here, and it stays behind the session */}
      <img
        src={pageImageUrl(document.id, 1, { width: PICTURE_WIDTH })}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-full rounded-sm border bg-paper object-cover object-top"
      />
      <span className="absolute -right-1.5 -bottom-1.5 scale-75">{badge}</span>
    </span>
  );
}

function DocumentLinks({ documents, count, onOpen }: { documents: readonly InboxDocument[]; count: number; onOpen: () => void }) {
  const more = count - documents.length;
  return (
    <ul className="mb-1 ml-14 border-l">
      {documents.map(({ id, name }) => (
        <li key={id}>
          <Link
            data-entry
            href={`/documents/${id}`}
            onPress={onOpen}
            className="block truncate rounded-md px-2 py-1 text-ink text-sm data-hovered:bg-hover"
          >
            {name}
          </Link>
        </li>
      ))}
      {more > 0 ? <li className="px-2 py-1 text-ink-muted text-xs">and {more} more</li> : null}
    </ul>
  );
}
