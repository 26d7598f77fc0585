'use client';

import { type DragEvent, type ReactNode, useId } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import type { SplitProposal } from '#lib/contract/desk/splitting.ts';
import type { PlanDocument } from '#lib/document/splitting/split-plan.ts';
import { SectionHeader } from './section-header.tsx';

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
      <SectionHeader {...{ id, document, number, isFirst, isLast, segment, schemas, mayEdit, commands }} isUnsure={isUnsure} />
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
