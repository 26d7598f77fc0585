'use client';

import { RotateCw, Scissors } from 'lucide-react';
import { type CSSProperties, type DragEvent, type MouseEvent, memo, type RefObject } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { pageImageUrl } from '#lib/client/documents/document.ts';
import type { PlanPage } from '#lib/document/splitting/split-plan.ts';

/** Pixels of the picture that is asked for: sharp on a dense screen too. */
const PICTURE_WIDTH = 320;

export type DropSide = 'before' | 'after';

/** What pointers do to a page. Behind a ref, so that a page is drawn again only when it changes. */
export type PageHandlers = {
  onPress: (number: number, event: MouseEvent) => void;
  onOpen: (number: number) => void;
  onSplit: (number: number) => void;
  onDrag: (number: number | null, event: DragEvent) => void;
  onDragOver: (number: number, event: DragEvent) => void;
  onDropped: (number: number, event: DragEvent) => void;
};

export type PageCellProps = {
  documentId: string;
  page: PlanPage;
  isFocused: boolean;
  isSelected: boolean;
  /** Not the first page of all: a boundary can stand before it. */
  canStart: boolean;
  mayEdit: boolean;
  /** Where a dragged page would go. */
  dropSide: DropSide | null;
  handlers: RefObject<PageHandlers>;
};

/** The name a screen reader says for a page. */
function nameOf({ number, turn, isDropped }: PlanPage): string {
  return [`Page ${number}`, turn !== 0 && `rotated ${turn}°`, isDropped && 'removed'].filter(Boolean).join(', ');
}

/** One page, small. */
export const PageCell = memo(function PageCell(props: PageCellProps) {
  const { documentId, page, isFocused, isSelected, canStart, mayEdit, dropSide, handlers } = props;
  const { number, turn, isDropped } = page;
  const isSideways = turn % 180 !== 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of a grid that flows, which a table does not
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid answers keys
    <div
      role="gridcell"
      data-page={number}
      tabIndex={isFocused ? 0 : -1}
      aria-selected={isSelected}
      aria-label={nameOf(page)}
      draggable={mayEdit}
      onClick={(event) => handlers.current.onPress(number, event)}
      onDoubleClick={() => handlers.current.onOpen(number)}
      onDragStart={(event) => handlers.current.onDrag(number, event)}
      onDragEnd={(event) => handlers.current.onDrag(null, event)}
      onDragOver={(event) => handlers.current.onDragOver(number, event)}
      onDrop={(event) => handlers.current.onDropped(number, event)}
      className={classNames(
        'group relative w-34 rounded-md p-1.5 outline-offset-0 [contain-intrinsic-size:136px_190px] [content-visibility:auto]',
        isSelected ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      {dropSide ? (
        <span
          aria-hidden
          className={classNames('absolute inset-y-1 z-10 w-1 rounded-full bg-accent', dropSide === 'before' ? 'left-0' : 'right-0')}
        />
      ) : null}
      <span className="flex h-40 items-center justify-center overflow-hidden">
        {/* biome-ignore lint/performance/noImgElement: the picture's size is chosen here, and it stays behind the session */}
        <img
          src={pageImageUrl(documentId, number, { width: PICTURE_WIDTH })}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className={classNames(
            'border border-line-strong bg-paper object-contain',
            isSideways ? 'max-h-31 max-w-40' : 'max-h-40 max-w-31',
            isDropped && 'opacity-35 grayscale',
          )}
          style={turn === 0 ? undefined : ({ transform: `rotate(${turn}deg)` } as CSSProperties)}
        />
        {isDropped ? (
          <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-x-4 top-5 h-33 w-26 text-bad">
            <path d="M4 4 96 96M96 4 4 96" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
          </svg>
        ) : null}
      </span>
      <PageFoot page={page} isFocused={isFocused} />
      {mayEdit && canStart && !page.isStart ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`A document begins at page ${number}`}
          title="A document begins here (Enter)"
          onClick={(event) => {
            event.stopPropagation();
            handlers.current.onSplit(number);
          }}
          className="absolute top-1.5 left-1.5 z-10 hidden size-6 items-center justify-center rounded-full border border-line-strong bg-raised text-ink shadow-sm hover:bg-hover group-hover:flex"
        >
          <Scissors size={12} aria-hidden />
        </button>
      ) : null}
    </div>
  );
});

/** Number of the page, and what was done to it. */
function PageFoot({ page: { number, turn, isDropped }, isFocused }: Pick<PageCellProps, 'page' | 'isFocused'>) {
  return (
    <span aria-hidden className="flex h-5 items-center justify-between px-0.5 text-2xs">
      <span className={classNames('tabular-nums', isFocused ? 'font-semibold text-ink' : 'text-ink-muted', isDropped && 'line-through')}>
        {number}
      </span>
      <span className="flex items-center gap-1 text-ink-muted">
        {turn !== 0 ? (
          <>
            <RotateCw size={11} />
            {turn}°
          </>
        ) : null}
        {isDropped ? 'removed' : null}
      </span>
    </span>
  );
}
