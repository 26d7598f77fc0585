import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { keepRemainder } from './bulk-remainder.ts';
import { forgetBulkUndo, offerBulkUndo, type UndoStep } from './bulk-undo.ts';
import { documentKeys } from './documents.ts';
import { type LeftDocument, workThrough } from './work-through.ts';

/** What a bulk action does to one document, by the operation that a single document has. Returns what takes it back, if anything does. */
export type BulkStep = (document: DeskDocument) => Promise<UndoStep | undefined>;

export type BulkState =
  | { stage: 'asking' }
  | { stage: 'running'; done: number; total: number }
  | { stage: 'over'; done: number; left: LeftDocument[]; isUndoable: boolean };

/** Whose and what action it is; `past`: what was done at its end, as in “assigned to Ben”. */
export type BulkAction = { personId: string; action: unknown; past: string };

/** Does the same to many documents, counts along, and offers to undo it at the end. */
export function useBulkWork() {
  const client = useQueryClient();
  const [state, setState] = useState<BulkState>({ stage: 'asking' });
  const isStopped = useRef(false);
  return {
    state,
    stop: () => {
      isStopped.current = true;
    },
    /** It can be gone on with when the page goes before its end. @returns what was done and left, and whether it can be undone */
    run: async (documents: readonly DeskDocument[], step: BulkStep, { personId, action, past }: BulkAction) => {
      const given = [...new Map(documents.map((document) => [document.id, document])).values()];
      const undos = new Map<string, UndoStep>();
      const total = given.length;
      setState({ stage: 'running', done: 0, total });
      isStopped.current = false;
      forgetBulkUndo();
      const remainder = keepRemainder(
        personId,
        action,
        given.map(({ id }) => id),
      );
      const work = async (document: DeskDocument) => {
        const undo = await step(document);
        if (undo) undos.set(document.id, undo);
      };
      const { done, left } = await workThrough(given, work, {
        isStopped: () => isStopped.current,
        onSettled: (id, settled) => {
          remainder.settle(id);
          setState({ stage: 'running', done: settled, total });
        },
      }).finally(remainder.close);
      const items = given.flatMap(({ id, name }) => {
        const undo = undos.get(id);
        return undo ? [{ id, name, step: undo }] : [];
      });
      const isUndoable = items.length > 0;
      if (isUndoable) offerBulkUndo({ personId, past, count: done.length, items });
      await client.invalidateQueries({ queryKey: documentKeys.lists });
      setState({ stage: 'over', done: done.length, left, isUndoable });
      return { done, left, isUndoable };
    },
  };
}
