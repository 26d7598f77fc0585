'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { hintOf, KeyHints } from '#components/shared/keys/key-hints.tsx';
import { countDocuments, describeDocument } from '#components/shared/splitting/split-words.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { Splitter } from '#components/ui/splitter.tsx';
import { isLooking, useAcceptSplit } from '#lib/client/documents/splitting.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { newId } from '#lib/client/http/new-id.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import type { DeskSplitting } from '#lib/contract/desk/splitting.ts';
import { isUnchanged } from '#lib/document/splitting/check-split.ts';
import {
  chooseSchema,
  documentsOf,
  moveDocument,
  moveStart,
  type PlanDocument,
  shiftPages,
  toggleDropped,
  toggleStart,
  toRequest,
  turnPages,
} from '#lib/document/splitting/split-plan.ts';
import { DocumentSection } from './document-section.tsx';
import { PageCell, type PageHandlers } from './page-cell.tsx';
import { PagePreview } from './page-preview.tsx';
import { SplitHeader } from './split-header.tsx';
import { usePageChoice } from './use-page-choice.ts';
import { useSplitDrag } from './use-split-drag.ts';
import { useSplitKeys } from './use-split-keys.ts';
import { useSplitPlan } from './use-split-plan.ts';

const listHints = () => [
  hintOf('split.begin', 'Enter', 'begins a document'),
  hintOf('split.merge', 'm', 'join'),
  hintOf('split.boundary-on', 'Alt+ArrowRight', 'move the boundary'),
  hintOf('split.turn', 'r', 'turn'),
  hintOf('split.drop', 'Delete', 'drop'),
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
  const accept = useAcceptSplit(document.id);
  // sending the same plan again is the same request, another plan is another one
  const sent = useRef({ plan: '', id: '' });
  const [showsPreview, setShowsPreview] = useState(true);
  const schemas = useQuery(schemasQuery).data ?? [];
  const segmentAt = useMemo(() => new Map(proposal?.segments.map((segment) => [segment.first_page, segment])), [proposal]);
  const documents = documentsOf(plan);
  const request = toRequest(plan);
  const canAccept = mayEdit && request.documents.length > 0 && !isUnchanged(request) && !accept.isPending;
  const focusedPage = plan.find(({ number }) => number === choice.focused) ?? plan[0]!;
  const place = documents.findIndex(({ pages }) => pages.includes(focusedPage));
  const here = documents[place]!;
  const start = here.start.number;

  const send = () => {
    if (!canAccept) return;
    const plan = JSON.stringify(request);
    if (sent.current.plan !== plan) sent.current = { plan, id: newId() };
    accept.mutate(
      { id: sent.current.id, ...request },
      {
        onSuccess: () => {
          work.forget();
          showToast({ tone: 'ok', title: `${document.name} became ${countDocuments(request.documents.length)}` });
        },
        onError: (error) => showToast({ tone: 'bad', title: errorMessage(error) }),
      },
    );
  };
  const goDocument = (by: 1 | -1) => {
    const next = documents[place + by];
    if (next) choice.goTo(next.start.number);
  };
  const moveHere = (from: number, by: 1 | -1) => {
    const index = documents.findIndex((one) => one.start.number === from);
    const target = documents[index + by];
    if (target) change((now) => moveDocument(now, from, target.start.number));
  };
  const toggle = () => change((now) => toggleStart(now, choice.focused));
  useSplitKeys(
    {
      go: choice.go,
      goDocument,
      chooseDocument: () => choice.choose(here.pages.map(({ number }) => number)),
      toggleStart: toggle,
      merge: () => place > 0 && change((now) => toggleStart(now, start)),
      moveStart: (by) => change((now) => moveStart(now, start, by)),
      shiftPages: (by) => change((now) => shiftPages(now, choice.chosen, by)),
      moveDocument: (by) => moveHere(start, by),
      turn: (by) => change((now) => turnPages(now, choice.chosen, by)),
      drop: () => change((now) => toggleDropped(now, choice.chosen)),
      preview: () => setShowsPreview((shown) => !shown),
      kind: () => board.current?.querySelector<HTMLElement>(`[data-kind-of="${start}"] button`)?.focus(),
      undo: work.undo,
      redo: work.redo,
      accept: send,
    },
    { mayEdit, canUndo: work.canUndo, canRedo: work.canRedo, canAccept },
  );

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
  let made = 0;
  const numberOf = ({ kept }: PlanDocument) => {
    if (kept.length === 0) return null;
    made += 1;
    return made;
  };
  const pages = (
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
              canStart={page !== plan[0]}
              mayEdit={mayEdit}
              dropSide={drag.dropSideOf(page.number)}
              handlers={handlers}
            />
          ))}
        </DocumentSection>
      ))}
    </div>
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
        isAccepting={accept.isPending}
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

/** That boundaries are being looked for, or could not be found. */
function ProposalNotice({ splitting, mayEdit }: { splitting: DeskSplitting; mayEdit: boolean }) {
  const { proposal } = splitting;
  if (isLooking(splitting)) {
    return (
      <p role="status" className="flex basis-full items-center gap-2 rounded-md bg-info-soft p-3">
        <Spinner size={14} /> Detecting where documents begin …
      </p>
    );
  }
  if (proposal?.failure) {
    return (
      <Notice className="basis-full" tone="warn" title="No boundaries could be proposed">
        {`${proposal.failure.message}${mayEdit ? ' Set them yourself.' : ''}`}
      </Notice>
    );
  }
  if (proposal?.segments.length !== 1) return null;
  return (
    <Notice className="basis-full">{`This looks like one document.${mayEdit ? ' To split it anyway, mark where documents begin.' : ''}`}</Notice>
  );
}
