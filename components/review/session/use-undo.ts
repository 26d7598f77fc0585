'use client';

import { useCallback, useMemo, useState } from 'react';
import { showToast } from '#components/ui/layers/toast.tsx';
import type { ActionOutbox } from '#lib/client/review/action-outbox.ts';
import { createUndoHistory, type Undone } from '#lib/client/review/undo-history.ts';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';

/** Remembers what this person did to the document in this tab, so that each step can be undone and redone, after a reload too. */
export function useUndo(keptUnder: string, schema: Schema | null, outbox: ActionOutbox) {
  const [, redraw] = useState(0);
  const history = useMemo(
    () =>
      schema && createUndoHistory({ schema, keptUnder, present: () => outbox.present().fields, add: outbox.add, storage: sessionStorage }),
    [keptUnder, schema, outbox],
  );
  const act = useCallback(
    (...drafts: ActionDraft[]) => {
      history?.act(...drafts);
      redraw((count) => count + 1);
    },
    [history],
  );
  /** Gives the pointer of the value that came back, or null when nothing was taken back. */
  const move = useCallback(
    (work: (() => Undone) | undefined): string | null => {
      const { pointer, blocked } = work?.() ?? { pointer: null, blocked: [] };
      const [first] = blocked;
      if (first !== undefined) {
        const title = `${labelOf(schema, first)} has since been changed by someone else`;
        showToast({
          tone: 'info',
          title,
          detail: 'Nothing was undone, so their change is kept. Change the value yourself if it is wrong.',
        });
      }
      redraw((count) => count + 1);
      return pointer;
    },
    [schema],
  );
  const undo = useCallback(() => move(history?.undo), [history, move]);
  const redo = useCallback(() => move(history?.redo), [history, move]);
  return { act, undo, redo, canUndo: history?.canUndo() ?? false, canRedo: history?.canRedo() ?? false };
}
