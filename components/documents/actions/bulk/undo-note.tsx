'use client';

import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { countOf, formatMoment } from '#components/shared/format.ts';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import type { BulkUndo } from '#lib/client/documents/bulk-undo.ts';
import { useBulkUndo } from '#lib/client/documents/use-bulk-undo.ts';
import { LeftList } from './left-list.tsx';

/** Says what the last action on many documents did, undoes it, counts along, and tells what was undone and what was left. */
export function UndoNote() {
  const { id: personId } = useCurrentUser();
  const { undo, start, stop, forget } = useBulkUndo(personId);
  const note = useRef<HTMLElement>(null);
  const stage = undo?.stage;
  const canStart = stage !== undefined && stage !== 'undoing' && undo!.items.length > 0;
  useShortcuts('Documents', [
    { id: 'documents.undo', keys: ['Mod+z'], label: 'Undo the last bulk action', run: start, isDisabled: !canStart },
  ]);
  // the button that had the focus is gone with its stage
  useEffect(() => {
    if (stage !== undefined && stage !== 'offered' && document.activeElement === document.body) note.current?.focus();
  }, [stage]);
  if (!undo) return null;
  return (
    <section ref={note} tabIndex={-1} aria-label="Undo" className="relative mx-3 my-2 shrink-0 rounded-md">
      {undo.stage === 'offered' ? (
        <Notice
          className="pr-12"
          actions={
            <Button size="small" onPress={start}>
              Undo{undo.items.length < undo.count ? ` for ${undo.items.length.toLocaleString('en')} of them` : ''}
            </Button>
          }
        >
          <span className="font-medium text-ink">
            {countOf(undo.count, 'document')} {undo.past}.
          </span>{' '}
          Can be undone until {formatMoment(new Date(undo.until).toISOString())} or your next bulk action.
        </Notice>
      ) : undo.stage === 'undoing' ? (
        <Undoing settled={undo.settled} total={undo.settled + undo.items.length} onStop={stop} />
      ) : (
        <Notice
          className="pr-12"
          tone={undo.left.length > 0 ? 'warn' : 'info'}
          title={undo.done === 0 ? 'Nothing undone' : `${countOf(undo.done, 'document')} undone`}
          actions={
            canStart ? (
              <Button size="small" onPress={start}>
                Try again for {countOf(undo.items.length, 'document')}
              </Button>
            ) : null
          }
        >
          {undo.left.length > 0 ? <LeftLists left={undo.left} /> : null}
        </Notice>
      )}
      {undo.stage === 'undoing' ? null : (
        <IconButton label="Close" size="small" icon={<X size={14} aria-hidden />} onPress={forget} className="absolute top-3 right-3" />
      )}
    </section>
  );
}

function Undoing({ settled, total, onStop }: { settled: number; total: number; onStop: () => void }) {
  const words = `${settled.toLocaleString('en')} of ${countOf(total, 'document')}`;
  return (
    <Notice
      actions={
        <Button size="small" onPress={onStop}>
          Stop
        </Button>
      }
    >
      <span className="block min-w-48 space-y-1">
        <span className="block">Undoing: {words}</span>
        <ProgressBar label={words} value={settled / total} />
      </span>
    </Notice>
  );
}

function LeftLists({ left }: { left: Extract<BulkUndo, { stage: 'over' }>['left'] }) {
  const changed = left.filter(({ cause }) => cause === 'changed');
  return (
    <div className="mt-1 space-y-2">
      <LeftList level="h2" left={changed} why={`because somebody changed ${changed.length === 1 ? 'it' : 'them'} meanwhile`} />
      <LeftList level="h2" left={left.filter(({ cause }) => cause !== 'changed')} />
    </div>
  );
}
