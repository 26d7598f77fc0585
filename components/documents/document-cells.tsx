import { ChevronDown, ChevronRight, CornerDownRight, Flag, Paperclip, ScanSearch } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useCurrentUser, useMay } from '#components/shared/current-user.ts';
import { documentAddress } from '#components/shared/documents/document-address.ts';
import { readingProgress, StateBadge } from '#components/shared/documents/document-state.tsx';
import { kindWords } from '#components/shared/documents/kind-words.ts';
import { formatConfidence, formatFullMoment, formatMoment } from '#components/shared/format.ts';
import type { DeskDocument, ListSort } from '#lib/contract/desk/desk-document.ts';
import { isDecided } from '#lib/contract/desk/groups-of-states.ts';
import type { FoundPlace } from '#lib/contract/desk/search/found.ts';
import { formatBytes } from '#lib/document/units/format-bytes.ts';
import { FailureNote } from './actions/failure-note.tsx';
import { KindQuestion } from './actions/kind-question.tsx';
import { FoundLine } from './found-line.tsx';
import { type Family, familyWords } from './list/family-lines.ts';
import { DueCell, PriorityCell, TeamNote } from './team-words.tsx';

/** Where a document stands in its family, and where it was found. */
export type RowPlace = {
  /** Where a search found it, besides its name. */
  found: FoundPlace | undefined;
  /** 0 = attached to none of the documents shown. */
  depth: number;
  family: Family | null;
  /** Whether what is attached is folded away; null when nothing of it can be shown. */
  isFolded: boolean | null;
  onFold: (id: string, isFolded: boolean) => void;
};

export type Column = {
  id: string;
  title: string;
  /** Said on hover, when the title is short for more. */
  hint?: string;
  sort?: ListSort;
  /** Classes of heading and cells: width, alignment, from which window width on it is shown. */
  className: string;
  isNumber?: boolean;
  cell: (document: DeskDocument, isActive: boolean, place: RowPlace) => ReactNode;
};

const NOTHING = <span className="text-ink-faint">–</span>;

type NameCellProps = { document: DeskDocument; isActive: boolean; place: RowPlace };

function NameCell(props: NameCellProps) {
  const { found } = props.place;
  if (!found) return <NameLines {...props} />;
  return (
    <>
      <NameLines {...props} />
      <FoundLine place={found} />
    </>
  );
}

function NameLines({ document, isActive, place }: NameCellProps) {
  const isAlone = document.parent !== null && place.depth === 0;
  return (
    <div
      className={isAlone ? 'min-w-0 leading-4' : 'flex min-w-0 items-center gap-1'}
      style={place.depth > 0 ? { paddingLeft: (place.depth - 1) * 20 + 4 } : undefined}
    >
      {place.depth > 0 ? <CornerDownRight size={12} role="img" aria-label="Attached:" className="shrink-0 text-ink-faint" /> : null}
      <NameLine document={document} isActive={isActive} found={place.found} />
      {place.family ? <FamilyMark document={document} isActive={isActive} place={place} family={place.family} /> : null}
      {isAlone && document.parent ? (
        <span className="flex min-w-0 items-center gap-1 text-2xs text-ink-faint leading-3.5">
          <Paperclip size={10} aria-hidden className="shrink-0" />
          <span className="truncate" title={`Attached to ${document.parent.name}`}>
            <bdi>{document.parent.name}</bdi>
          </span>
        </span>
      ) : null}
    </div>
  );
}

/** How many are attached and how it stands with them; folds them away. A plain button: lists have hundreds of them. */
function FamilyMark({ document, isActive, place, family }: NameCellProps & { family: Family }) {
  const { count, short, full } = familyWords(family);
  const { isFolded, onFold } = place;
  const words = (
    <>
      <Paperclip size={11} aria-hidden className="shrink-0" />
      {count}
      <span className="truncate max-xl:hidden">· {short}</span>
    </>
  );
  if (isFolded === null) {
    return (
      <span title={full} className="flex min-w-0 shrink-0 items-center gap-1 px-1 text-2xs text-ink-muted">
        {words}
      </span>
    );
  }
  return (
    <button
      type="button"
      tabIndex={isActive ? 0 : -1}
      title={`${full}. Press to ${isFolded ? 'show' : 'hide'} them.`}
      aria-label={`${full}. ${isFolded ? 'Show' : 'Hide'} the attachments of ${document.name}`}
      aria-expanded={!isFolded}
      onClick={() => onFold(document.id, !isFolded)}
      className="flex h-5 min-w-0 shrink-0 items-center gap-1 rounded-sm px-1 text-2xs text-ink-muted hover:bg-pressed hover:text-ink"
    >
      {isFolded ? <ChevronRight size={12} aria-hidden /> : <ChevronDown size={12} aria-hidden />}
      {words}
    </button>
  );
}

function NameLine({ document, isActive, found }: { document: DeskDocument; isActive: boolean; found: FoundPlace | undefined }) {
  return (
    <div className="flex min-w-0 items-baseline gap-1.5">
      <Link
        href={documentAddress(document.id, found)}
        prefetch={false}
        tabIndex={isActive ? 0 : -1}
        title={document.name}
        className="truncate rounded-sm font-medium hover:underline"
        aria-label={document.folder ? `${document.name}, in ${document.folder}` : document.name}
      >
        <bdi>{document.name}</bdi>
      </Link>
      {document.folder ? (
        <span className="min-w-8 shrink-[2] truncate text-ink-faint text-xs">
          <bdi>{document.folder}</bdi>
        </span>
      ) : null}
    </div>
  );
}

function StateCell({ document, isActive }: { document: DeskDocument; isActive: boolean }) {
  const progress = readingProgress(document);
  const { id: personId } = useCurrentUser();
  const isAdmin = useMay('admin');
  return (
    <div className="flex min-w-0 items-center gap-2">
      <StateBadge state={document.state} isAutomatic={document.approved_automatically} />
      <TeamNote document={document} personId={personId} />
      {progress ? <span className="truncate text-ink-muted text-xs max-md:hidden">{progress}</span> : null}
      {document.state === 'unclassified' ? <KindQuestion document={document} isActive={isActive} /> : null}
      {document.state === 'unmapped' && isAdmin ? (
        <Link
          href={`/documents/${document.id}`}
          prefetch={false}
          tabIndex={isActive ? 0 : -1}
          className="shrink-0 rounded-sm text-accent text-xs hover:underline max-md:hidden"
          aria-label={`Enter the ID for ${document.name}`}
        >
          Enter the ID
        </Link>
      ) : null}
      {document.state === 'failed' ? <FailureNote document={document} /> : null}
      {document.trouble && document.state !== 'failed' ? (
        <span className="truncate text-warn text-xs max-md:hidden" title={document.trouble.message}>
          Delayed: {document.trouble.message}
        </span>
      ) : null}
    </div>
  );
}

function SchemaCell({ document }: { document: DeskDocument }) {
  if (!document.schema_name) return NOTHING;
  const words = kindWords(document);
  return (
    <span className="flex min-w-0 items-center gap-1" title={words ? `${document.schema_name}, ${words}` : document.schema_name}>
      <span className="truncate">{document.schema_name}</span>
      {document.kind?.by === 'machine' ? (
        <ScanSearch size={12} role="img" aria-label={words ?? ''} className="shrink-0 text-ink-faint" />
      ) : null}
    </span>
  );
}

function ConfidenceCell({ confidence }: { confidence: number | null }) {
  if (confidence === null) return NOTHING;
  return (
    <span className="inline-flex items-center justify-end gap-2 align-middle">
      <span aria-hidden className="h-1 w-8 overflow-hidden rounded-full bg-pressed">
        <span className="block h-full rounded-full bg-ink-faint" style={{ width: `${confidence * 100}%` }} />
      </span>
      <span className="w-9">{formatConfidence(confidence)}</span>
    </span>
  );
}

/** How many flags are open. What is decided asks for nothing any more: its number is only a fact about it. */
function FlagsCell({ document: { state, open_flags: count } }: { document: DeskDocument }) {
  if (count === null) return NOTHING;
  if (count === 0) return '0';
  if (isDecided(state)) {
    return (
      <span className="text-ink-muted" title={`Flags that were still open when it was ${state}`}>
        {count}
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1 align-middle font-medium text-warn">
      <Flag size={12} aria-hidden />
      {count}
    </span>
  );
}

/** The list's columns from left to right. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'name',
    title: 'Name',
    sort: 'name',
    className: '',
    cell: (document, isActive, place) => <NameCell document={document} isActive={isActive} place={place} />,
  },
  {
    id: 'state',
    title: 'State',
    sort: 'state',
    className: 'w-43 max-md:pr-1 md:w-56 xl:w-72',
    cell: (document, isActive) => <StateCell document={document} isActive={isActive} />,
  },
  {
    id: 'schema',
    title: 'Schema',
    className: 'w-38 max-sm:hidden',
    cell: (document) => <SchemaCell document={document} />,
  },
  {
    id: 'pages',
    title: 'Pages',
    sort: 'page_count',
    isNumber: true,
    className: 'w-18 max-md:hidden',
    cell: (document) => document.page_count ?? NOTHING,
  },
  {
    id: 'flags',
    title: 'Flags',
    sort: 'open_flags',
    isNumber: true,
    className: 'w-18 max-sm:hidden',
    cell: (document) => <FlagsCell document={document} />,
  },
  {
    id: 'confidence',
    title: 'Confidence',
    hint: 'Lowest confidence of any value not yet checked',
    sort: 'lowest_confidence',
    isNumber: true,
    className: 'w-32 max-xl:hidden',
    cell: (document) => <ConfidenceCell confidence={document.lowest_confidence} />,
  },
  {
    id: 'size',
    title: 'Size',
    sort: 'size',
    isNumber: true,
    className: 'w-22 max-2xl:hidden',
    cell: (document) => <span className="text-ink-muted">{formatBytes(document.size)}</span>,
  },
  {
    id: 'priority',
    title: 'Priority',
    sort: 'priority',
    className: 'w-24 max-xl:hidden',
    cell: (document) => <PriorityCell priority={document.priority} />,
  },
  {
    id: 'due',
    title: 'Due',
    sort: 'due_at',
    className: 'w-34 max-lg:hidden',
    cell: (document) => <DueCell document={document} />,
  },
  {
    id: 'received',
    title: 'Received',
    sort: 'created_at',
    className: 'w-32 max-md:hidden',
    cell: (document) => (
      <time dateTime={document.created_at} title={formatFullMoment(document.created_at)} className="block truncate text-ink-muted">
        {formatMoment(document.created_at)}
      </time>
    ),
  },
];
