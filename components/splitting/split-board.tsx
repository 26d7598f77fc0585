'use client';

import { useRef, useState } from 'react';
import { hintOf, KeyHints } from '#components/shared/keys/key-hints.tsx';
import { countDocuments, describeDocument } from '#components/shared/splitting/split-words.ts';
import { Splitter } from '#components/ui/splitter.tsx';
import type { DeskSplitting } from '#lib/contract/desk/splitting.ts';
import { documentsOf, toggleDropped, toggleStart, toRequest, turnPages } from '#lib/document/splitting/split-plan.ts';
import type { PageHandlers } from './page-cell.tsx';
import { PagePreview } from './page-preview.tsx';
import { SplitHeader } from './split-header.tsx';
import { SplitSections } from './split-sections.tsx';
import { useBoardCommands } from './use-board-commands.ts';
import { usePageChoice } from './use-page-choice.ts';
import { useSendSplit } from './use-send-split.ts';
import { useSplitDrag } from './use-split-drag.ts';
import { useSplitPlan } from './use-split-plan.ts';

const listHints = () => [
  hintOf('split.begin', 'Enter', 'begins a document'),
  hintOf('split.merge', 'm', 'join'),
  hintOf('split.boundary-on', 'Alt+ArrowRight', 'move the boundary'),
  hintOf('split.turn', 'r', 'rotate'),
  hintOf('split.drop', 'Delete', 'remove'),
  'Shift+arrows select',
  hintOf('split.preview', ' ', 'page preview'),
  hintOf('split.undo', 'Mod+z', 'undo'),
  hintOf('split.accept', 'Mod+Enter', 'split'),
  hintOf('everywhere.sheet', '?', 'all keys'),
];

/** All pages of a file as the documents they are to become. */
export function SplitBoard({ splitting, personId, mayEdit }: { splitting: DeskSplitting; personId: string; mayEdit: boolean }) {
  const { document, proposal } = splitting;
  const work = useSplitPlan(personId, document.id, document.page_count ?? 1, proposal?.segments ?? []);
  const { plan, change } = work;
  const board = useRef<HTMLDivElement>(null);
  const choice = usePageChoice(plan, board);
  const drag = useSplitDrag(change);
  const [showsPreview, setShowsPreview] = useState(true);
  const documents = documentsOf(plan);
  const request = toRequest(plan);
  const { canAccept, isAccepting, send } = useSendSplit(document, request, mayEdit, work.forget);
  const focusedPage = plan.find(({ number }) => number === choice.focused) ?? plan[0]!;
  const place = documents.findIndex(({ pages }) => pages.includes(focusedPage));
  const here = documents[place]!;
  const togglePreview = () => setShowsPreview((shown) => !shown);
  const { moveHere, toggle } = useBoardCommands({ work, board, choice, documents, place, mayEdit, canAccept, send, togglePreview });
  const handlers = useRef<PageHandlers>(null as unknown as PageHandlers);
  handlers.current = {
    onPress: choice.press,
    onOpen: () => setShowsPreview(true),
    onSplit: (number) => change((now) => toggleStart(now, number)),
    onDrag: (number, event) =>
      drag.dragPages(number === null ? null : choice.chosen.has(number) ? choice.chosen : new Set([number]), event),
    onDragOver: drag.overPage,
    onDropped: drag.onPage,
  };
  const pages = (
    <SplitSections {...{ splitting, board, documents, choice, drag, mayEdit, handlers, moveHere }} firstPage={plan[0]!} change={change} />
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SplitHeader
        splitting={splitting}
        work={work}
        made={request.documents.length}
        dropped={request.dropped.length}
        mayEdit={mayEdit}
        canAccept={canAccept}
        isAccepting={isAccepting}
        onAccept={send}
      />
      {showsPreview ? (
        <Splitter
          label="Width of the pages"
          storageKey="countersign.splitting.split"
          initial={0.62}
          minimum={0.35}
          maximum={0.8}
          first={pages}
          second={
            <PagePreview
              documentId={document.id}
              page={focusedPage}
              count={choice.chosen.size}
              isFirst={focusedPage === plan[0]}
              mayEdit={mayEdit}
              onSplit={toggle}
              onTurn={(by) => change((now) => turnPages(now, choice.chosen, by))}
              onDrop={() => change((now) => toggleDropped(now, choice.chosen))}
            />
          }
        />
      ) : (
        pages
      )}
      <p role="status" className="sr-only">
        {`${countDocuments(request.documents.length)}. Page ${choice.focused} is in document ${place + 1}: ${describeDocument(here)}.`}
      </p>
      {mayEdit ? <KeyHints hints={listHints()} /> : null}
    </div>
  );
}
