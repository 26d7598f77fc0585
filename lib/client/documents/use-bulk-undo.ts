import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { assignDocument, postponeDocument, prioritiseDocument } from './assignment.ts';
import { type BulkUndo, findBulkUndo, forgetBulkUndo, keepBulkUndo, onBulkUndo, showBulkUndo, type UndoStep } from './bulk-undo.ts';
import { reopenDocument } from './document.ts';
import { documentKeys } from './documents.ts';
import { workThrough } from './work-through.ts';

const WRITE_MS = 1_000;
let isStopped = false;

/** The last bulk action of this person in this tab, for undoing it; it goes on when the screen is left. `undo`: null = there is none. */
export function useBulkUndo(personId: string) {
  const client = useQueryClient();
  const undo = useSyncExternalStore(
    onBulkUndo,
    () => findBulkUndo(personId),
    () => null,
  );
  // of somebody whose session ended in this tab
  useEffect(() => {
    if (findBulkUndo(personId) === null) forgetBulkUndo();
  }, [personId]);
  return {
    undo,
    /** Takes back what can still be; what somebody changed meanwhile is left. */
    start: () => {
      const present = findBulkUndo(personId);
      if (present && present.stage !== 'undoing' && present.items.length > 0) void takeBack(client, present);
    },
    stop: () => {
      isStopped = true;
    },
    forget: forgetBulkUndo,
  };
}

async function takeBack(client: QueryClient, { items, ...kept }: BulkUndo): Promise<void> {
  isStopped = false;
  const waiting = new Map(items.map((item) => [item.id, item]));
  let writtenAt = Date.now();
  /** False when the person has signed out meanwhile. */
  const isKept = () => findBulkUndo(kept.personId)?.stage === 'undoing';
  const tell = (settled: number) => showBulkUndo({ ...kept, stage: 'undoing', settled, items: [...waiting.values()] });
  const leave = () => {
    if (isKept()) keepBulkUndo();
  };
  tell(0);
  window.addEventListener('pagehide', leave);
  const { done, left } = await workThrough(items, ({ id, step }) => perform(id, step), {
    isStopped: () => isStopped,
    onSettled: (id, settled) => {
      waiting.delete(id);
      if (!isKept()) return;
      tell(settled);
      if (Date.now() - writtenAt <= WRITE_MS) return;
      keepBulkUndo();
      writtenAt = Date.now();
    },
  }).finally(() => window.removeEventListener('pagehide', leave));
  if (isKept()) {
    const again = new Set(left.flatMap(({ cause, document }) => (cause === 'passing' ? [document.id] : [])));
    showBulkUndo({ ...kept, stage: 'over', done: done.length, left, items: items.filter(({ id }) => again.has(id)) });
    keepBulkUndo();
  }
  await client.invalidateQueries({ queryKey: documentKeys.lists });
}

function perform(id: string, step: UndoStep): Promise<unknown> {
  if (step.kind === 'assign') return assignDocument(id, step.body);
  if (step.kind === 'postpone') return postponeDocument(id, step.body);
  if (step.kind === 'prioritise') return prioritiseDocument(id, step.body);
  return reopenDocument(id, step.body);
}
