'use client';

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import type { CellChange } from '#lib/document/rows/cell-changes.ts';

/** Changes that a person may accept or not. */
export type RowsProposal = { title: string; changes: readonly CellChange[] };

const count = (number: number, one: string) => `${number} ${number === 1 ? one : `${one}s`}`;

function sentenceOf(changes: readonly CellChange[]): string {
  const rows = new Set(changes.map(({ row }) => row)).size;
  const emptied = changes.filter(({ to }) => to === null).length;
  return `${count(changes.length, 'cell')} in ${count(rows, 'row')}${emptied > 0 ? `, ${emptied} of them emptied` : ''}`;
}

type RowsPreviewProps = { proposal: RowsProposal; onAccept: () => void; onDismiss: () => void };

/** Stands over a table while changes are shown in it, old and new: `Enter` accepts them as one step, `Esc` leaves all as it is. */
export function RowsPreview({ proposal, onAccept, onDismiss }: RowsPreviewProps) {
  const accept = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each proposal asks anew
  useEffect(() => accept.current?.focus(), [proposal]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onDismiss();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no set of form fields
    <div
      role="group"
      aria-label="Proposed changes"
      onKeyDown={onKeyDown}
      className="flex items-center gap-3 border-y bg-ok-soft px-4 py-1.5 text-xs"
    >
      <p role="status" className="min-w-0 flex-1">
        <span className="font-medium">{proposal.title}</span>
        <span className="text-ink-muted"> · {proposal.changes.length === 0 ? 'nothing would change' : sentenceOf(proposal.changes)}</span>
      </p>
      {proposal.changes.length > 0 ? (
        <Button ref={accept} size="small" variant="primary" onPress={onAccept}>
          Accept
        </Button>
      ) : null}
      <Button ref={proposal.changes.length > 0 ? undefined : accept} size="small" onPress={onDismiss}>
        {proposal.changes.length > 0 ? 'Discard' : 'Close'}
      </Button>
    </div>
  );
}

type RowFixOfferProps = { changes: readonly CellChange[]; onShow: () => void; onDismiss: () => void };

/** Says that the other rows can be read as the repaired one was. */
export function RowFixOffer({ changes, onShow, onDismiss }: RowFixOfferProps) {
  return (
    <div role="status" className="flex items-center gap-3 border-y bg-info-soft px-4 py-1 text-xs">
      <p className="min-w-0 flex-1">
        Apply your fix to the other rows: <span className="text-ink-muted">{sentenceOf(changes)}</span>
      </p>
      <Button size="small" onPress={onShow}>
        Show <Kbd>Alt Enter</Kbd>
      </Button>
      <Button size="small" variant="quiet" onPress={onDismiss}>
        Dismiss
      </Button>
    </div>
  );
}
