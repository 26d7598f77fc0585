'use client';

import { ArrowLeft, ArrowRight, GripVertical, Merge, SeparatorHorizontal } from 'lucide-react';
import type { DragEvent, ReactNode } from 'react';
import { countPages, describeDocument } from '#components/shared/splitting/split-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import type { SplitProposal } from '#lib/contract/desk/splitting.ts';
import type { PlanDocument } from '#lib/document/splitting/split-plan.ts';

/** Below this a person should look whether the kind is right; the confidences are calibrated. */
const SURE_KIND = 0.7;

const NO_SCHEMA = 'find';

export type DocumentCommands = {
  chooseSchema: (start: number, schemaId: string | null) => void;
  merge: (start: number) => void;
  move: (start: number, by: 1 | -1) => void;
  dragDocument: (start: number | null, event: DragEvent) => void;
  dragBoundary: (start: number | null, event: DragEvent) => void;
  dragOver: (start: number, event: DragEvent) => void;
  dropped: (start: number, event: DragEvent) => void;
};

export type DocumentSectionProps = {
  document: PlanDocument;
  /** Its place among the documents that are made, from 1; null when all of its pages are dropped. */
  number: number | null;
  isFirst: boolean;
  isLast: boolean;
  /** What the engine says of a document that begins on this page. */
  segment: SplitProposal['segments'][number] | undefined;
  schemas: readonly { id: string; name: string }[];
  mayEdit: boolean;
  /** A dragged document would go to its place. */
  isTarget: boolean;
  commands: DocumentCommands;
  /** The pages. */
  children: ReactNode;
};

type SectionHeaderProps = Omit<DocumentSectionProps, 'isTarget' | 'children'> & {
  /** Of the heading. */
  id: string;
  isUnsure: boolean;
};

/** Which document it will be, of what kind, and why it begins here. */
export function SectionHeader({
  id,
  document,
  number,
  isFirst,
  isLast,
  segment,
  schemas,
  mayEdit,
  commands,
  isUnsure,
}: SectionHeaderProps) {
  const start = document.start.number;
  const title = number === null ? 'No document' : `Document ${number}`;
  return (
    <header className={classNames('rounded-t-lg border-b px-2 py-1.5', isUnsure ? 'border-dashed bg-warn-soft' : 'bg-canvas')}>
      <div className="flex flex-wrap items-center gap-x-3">
        <h2
          id={id}
          draggable={mayEdit}
          onDragStart={(event) => commands.dragDocument(start, event)}
          onDragEnd={(event) => commands.dragDocument(null, event)}
          title={mayEdit ? 'Drag to move the whole document' : undefined}
          className={classNames('flex items-center gap-1.5 whitespace-nowrap font-semibold', mayEdit && 'cursor-grab')}
        >
          {mayEdit ? <GripVertical size={14} aria-hidden className="text-ink-faint" /> : null}
          {title}
        </h2>
        <span className="whitespace-nowrap text-ink-muted text-xs tabular-nums">
          {describeDocument(document)}
          {document.kept.length > 1 ? ` · ${countPages(document.kept.length)}` : ''}
        </span>
        {mayEdit ? <SectionButtons title={title} {...{ start, isFirst, isLast, commands }} /> : null}
      </div>
      {number === null ? null : <KindChoice {...{ document, number, segment, schemas, mayEdit, commands }} />}
      {isFirst ? null : (
        <div className="mt-1 flex items-start gap-2 text-xs">
          {mayEdit ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse only; Alt+← and Alt+→ do the same
            <span
              draggable
              title="Drag onto the page where this document begins (Alt+← →)"
              onDragStart={(event) => commands.dragBoundary(start, event)}
              onDragEnd={(event) => commands.dragBoundary(null, event)}
              className="mt-px cursor-row-resize text-ink-faint"
            >
              <SeparatorHorizontal size={14} aria-hidden />
            </span>
          ) : null}
          <Boundary segment={segment} />
        </div>
      )}
    </header>
  );
}

type SectionButtonsProps = Pick<SectionHeaderProps, 'isFirst' | 'isLast' | 'commands'> & { title: string; start: number };

function SectionButtons({ title, start, isFirst, isLast, commands }: SectionButtonsProps) {
  return (
    <span className="ml-auto flex items-center">
      {isFirst ? null : (
        <IconButton
          size="small"
          label={`Join ${title.toLowerCase()} with the previous one`}
          shortcut="M"
          icon={<Merge size={14} aria-hidden />}
          onPress={() => commands.merge(start)}
        />
      )}
      <IconButton
        size="small"
        label={`Move ${title.toLowerCase()} earlier`}
        icon={<ArrowLeft size={14} aria-hidden />}
        isDisabled={isFirst}
        onPress={() => commands.move(start, -1)}
      />
      <IconButton
        size="small"
        label={`Move ${title.toLowerCase()} later`}
        icon={<ArrowRight size={14} aria-hidden />}
        isDisabled={isLast}
        onPress={() => commands.move(start, 1)}
      />
    </span>
  );
}

type KindChoiceProps = Pick<SectionHeaderProps, 'document' | 'segment' | 'schemas' | 'mayEdit' | 'commands'> & { number: number };

function KindChoice({ document, number, segment, schemas, mayEdit, commands }: KindChoiceProps) {
  const start = document.start.number;
  const options = [
    { id: NO_SCHEMA, label: 'Detect kind', description: 'The kind is detected from its pages; if it is unclear, you are asked' },
    ...schemas.map((schema) => ({ id: schema.id, label: schema.name })),
  ];
  return (
    <div className="mt-1 flex items-center gap-2" data-kind-of={start}>
      <Select
        aria-label={`Kind of document ${number}`}
        dense
        options={options}
        value={document.start.schemaId ?? NO_SCHEMA}
        onChange={(schemaId) => commands.chooseSchema(start, schemaId === NO_SCHEMA ? null : schemaId)}
        isDisabled={!mayEdit}
        className="w-44"
      />
      <KindBadge document={document} segment={segment} />
    </div>
  );
}

/** How sure the engine is of the kind, as long as it is the engine's choice. */
function KindBadge({ document, segment }: Pick<DocumentSectionProps, 'document' | 'segment'>) {
  if (!segment?.schema_id || segment.schema_id !== document.start.schemaId || typeof segment.class_confidence !== 'number') return null;
  const sureness = Math.round(segment.class_confidence * 100);
  return segment.class_confidence >= SURE_KIND ? (
    <span className="whitespace-nowrap text-ink-muted text-xs tabular-nums">{sureness} %</span>
  ) : (
    <Badge tone="warn">{`Kind ${sureness} % sure`}</Badge>
  );
}

/** Why a document begins here, and whether that is sure. */
function Boundary({ segment }: Pick<DocumentSectionProps, 'segment'>) {
  if (!segment) return <span className="text-ink-muted">You set this boundary.</span>;
  const sureness = Math.round(segment.confidence * 100);
  const reasons = segment.reasons.length > 0 ? segment.reasons : [segment.reason];
  return (
    <>
      {segment.proposed ? (
        <Badge tone="warn">{`Check this: ${sureness} % sure`}</Badge>
      ) : (
        <span className="whitespace-nowrap text-ink-muted">{sureness} % sure</span>
      )}
      <span title={reasons.join(' ')} className={classNames('line-clamp-2', segment.proposed ? 'text-ink' : 'text-ink-muted')}>
        {reasons.join(' ')}
      </span>
    </>
  );
}
