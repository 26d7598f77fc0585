'use client';

import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { AuditList } from './audit-list.tsx';
import { CommentList } from './comment-list.tsx';
import { useComments } from './comments.tsx';
import { useIsWide } from './use-is-wide.ts';

/** What stands beside the fields. */
export type Side = 'comments' | 'history';

const ITEMS = [
  { id: 'comments', label: 'Comments' },
  { id: 'history', label: 'History' },
] as const;
const FOCUS_FRAMES = 15;

type SideColumnProps = {
  detail: DeskDocumentDetail;
  mayComment: boolean;
  side: Side;
  /** Null closes it. */
  onSide: (side: Side | null) => void;
};

/**
 * What was said about the document and what happened to it, as a column beside the fields that covers nothing. In a window
 * without room for it, it takes the place of the fields, with a tab that leads back to them. Escape closes it.
 */
export function SideColumn({ detail, mayComment, side, onSide }: SideColumnProps) {
  const isWide = useIsWide();
  const { place, list, error, shown, open } = useComments();
  const column = useRef<HTMLElement>(null);
  const [cameFrom] = useState(() => document.activeElement);
  useEffect(() => {
    // The menu that opened it gives the focus back to its button within some frames.
    let frames = 0;
    let frame = requestAnimationFrame(function take() {
      frames += 1;
      if (!column.current?.contains(document.activeElement)) column.current?.focus();
      if (frames < FOCUS_FRAMES) frame = requestAnimationFrame(take);
    });
    return () => {
      cancelAnimationFrame(frame);
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus();
    };
  }, [cameFrom]);
  return (
    <aside
      ref={column}
      aria-label="Comments and history"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onSide(null);
      }}
      className="relative flex min-h-0 w-full flex-1 shrink-0 flex-col bg-surface outline-none xl:w-80 xl:flex-none xl:border-l"
    >
      <Tabs
        label="Beside the fields"
        items={isWide ? ITEMS : [{ id: 'fields', label: 'Fields' }, ...ITEMS]}
        value={side}
        onChange={(id: Side | 'fields') => onSide(id === 'fields' ? null : id)}
        className="flex min-h-0 flex-1 flex-col *:[[role=tablist]]:h-9 *:[[role=tablist]]:shrink-0 *:[[role=tablist]]:border-b *:[[role=tablist]]:pr-9 *:[[role=tablist]]:pl-1"
        panelClassName="min-h-0 flex-1 overflow-y-auto p-3 data-inert:hidden"
      >
        {side === 'comments' ? (
          <CommentList {...{ detail, mayComment, place, error }} comments={list} asked={shown} onAll={() => open(null)} />
        ) : (
          <AuditList documentId={detail.document.id} schema={detail.schema} />
        )}
      </Tabs>
      <IconButton
        label="Close"
        shortcut="Escape"
        size="small"
        className="absolute top-1.5 right-1.5"
        icon={<X size={14} aria-hidden />}
        onPress={() => onSide(null)}
      />
    </aside>
  );
}
