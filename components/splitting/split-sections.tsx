'use client';

import { useQuery } from '@tanstack/react-query';
import { type RefObject, useMemo } from 'react';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import type { DeskSplitting } from '#lib/contract/desk/splitting.ts';
import { chooseSchema, type PlanDocument, type PlanPage, toggleStart } from '#lib/document/splitting/split-plan.ts';
import { DocumentSection } from './document-section.tsx';
import { PageCell, type PageHandlers } from './page-cell.tsx';
import { ProposalNotice } from './proposal-notice.tsx';
import type { usePageChoice } from './use-page-choice.ts';
import type { useSplitDrag } from './use-split-drag.ts';
import type { useSplitPlan } from './use-split-plan.ts';

type SplitSectionsProps = {
  splitting: DeskSplitting;
  board: RefObject<HTMLDivElement | null>;
  documents: readonly PlanDocument[];
  firstPage: PlanPage;
  choice: ReturnType<typeof usePageChoice>;
  drag: ReturnType<typeof useSplitDrag>;
  mayEdit: boolean;
  handlers: RefObject<PageHandlers>;
  change: ReturnType<typeof useSplitPlan>['change'];
  moveHere: (from: number, by: 1 | -1) => void;
};

/** The documents of the plan with their pages. */
export function SplitSections(props: SplitSectionsProps) {
  const { splitting, board, documents, firstPage, choice, drag, mayEdit, handlers, change, moveHere } = props;
  const { document, proposal } = splitting;
  const schemas = useQuery(schemasQuery).data ?? [];
  const segmentAt = useMemo(() => new Map(proposal?.segments.map((segment) => [segment.first_page, segment])), [proposal]);
  let made = 0;
  const numberOf = ({ kept }: PlanDocument) => {
    if (kept.length === 0) return null;
    made += 1;
    return made;
  };
  return (
    <div ref={board} className="flex min-h-0 flex-1 flex-wrap content-start items-stretch gap-3 overflow-y-auto p-3">
      <ProposalNotice splitting={splitting} mayEdit={mayEdit} />
      {documents.map((one, index) => (
        <DocumentSection
          key={one.start.number}
          document={one}
          number={numberOf(one)}
          isFirst={index === 0}
          isLast={index === documents.length - 1}
          segment={segmentAt.get(one.start.number)}
          schemas={schemas}
          mayEdit={mayEdit}
          isTarget={drag.isTarget(one.start.number)}
          commands={{
            chooseSchema: (number, schemaId) => change((now) => chooseSchema(now, number, schemaId)),
            merge: (number) => change((now) => toggleStart(now, number)),
            move: moveHere,
            dragDocument: drag.dragDocument,
            dragBoundary: drag.dragBoundary,
            dragOver: drag.overDocument,
            dropped: drag.onDocument,
          }}
        >
          {one.pages.map((page) => (
            <PageCell
              key={page.number}
              documentId={document.id}
              page={page}
              isFocused={page.number === choice.focused}
              isSelected={choice.chosen.has(page.number)}
              canStart={page !== firstPage}
              mayEdit={mayEdit}
              dropSide={drag.dropSideOf(page.number)}
              handlers={handlers}
            />
          ))}
        </DocumentSection>
      ))}
    </div>
  );
}
