'use client';

import { ArrowLeft, ArrowRight, GripVertical, Merge, SeparatorHorizontal } from 'lucide-react';
import { type DragEvent, type ReactNode, useId } from 'react';
import { countPages, describeDocument } from '#components/shared/splitting/split-words.ts';
import { Badge } from '#components/ui/badge.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import type { SplitProposal } from '#lib/contract/desk/splitting.ts';
import type { PlanDocument } from '#lib/document/splitting/split-plan.ts';

/** Below this a person should look whether the kind is right; the confidences are calibrated. */
const SURE_KIND = 0.7;

export type DocumentCommands = {
  chooseSchema: (start: number, schemaId: string | null) => void;
  merge: (start: number) => void;
  move: (start: number, by: 1 | -1) => void;
  dragDocument: (start: number | null, event: DragEvent) => void;
  dragBoundary: (start: number | null, event: DragEvent) => void;
  dragOver: (start: number, event: DragEvent) => void;
  dropped: (start: number, event: DragEvent) => void;
};

type DocumentSectionProps = {
  document: PlanDocument;
  /** Its place among the documents that are made, from 1; null when all of its pages are dropped. */
  number: number | null;
  isFirst: boolean;
  isLast: boolean;
  /** What the machine says of a document that begins on this page. */
  segment: SplitProposal['segments'][number] | undefined;
  schemas: readonly { id: string; name: string }[];
  mayEdit: boolean;
  /** A dragged document would go to its place. */
  isTarget: boolean;
  commands: DocumentCommands;
  /** The pages. */
  children: ReactNode;
};

const NO_SCHEMA = 'find';

/** One document of the plan: its head, why it begins here, and its pages. */
export function DocumentSection({
  document,
  number,
  isFirst,
  isLast,
  segment,
  schemas,
  mayEdit,
  isTarget,
  commands,
  children,
}: DocumentSectionProps) {
  const id = useId();
  const start = document.start.number;
  const isUnsure = !isFirst && segment?.proposed === true;
  const title = number === null ? 'No document' : `Document ${number}`;
  const options = [
    { id: NO_SCHEMA, label: 'Detect kind', description: 'The kind is detected from its pages; if it is unclear, you are asked' },
    ...schemas.map((schema) => ({ id: schema.id, label: schema.name })),
  ];
  return (
    <section
      aria-labelledby={id}
      data-start={start}
      onDragOver={(event) => commands.dragOver(start, event)}
      onDrop={(event) => commands.dropped(start, event)}
      style={{ flexBasis: `${Math.min(document.pages.length, 6) * 8.9 + 1}rem` }}
      className={classNames(
        'flex min-w-72 max-w-full flex-auto flex-col rounded-lg border bg-surface',
        isUnsure && 'border-warn border-dashed',
        isTarget && 'outline-2 outline-accent',
      )}
    >
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
          {mayEdit ? (
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
          ) : null}
        </div>
        {number === null ? null : (
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
        )}
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
      {/* biome-ignore lint/a11y/useSemanticElements: the pages flow, which the rows of a table do not */}
      <div role="grid" aria-labelledby={id} aria-multiselectable className="p-2">
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus */}
        <div role="row" className="flex flex-wrap gap-x-1.5 gap-y-1">
          {children}
        </div>
      </div>
    </section>
  );
}

/** How sure the machine is of the kind, as long as it is the machine's choice. */
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
