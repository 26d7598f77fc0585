'use client';

import { useCallback, useRef, useState } from 'react';
import type { SchemaDraft } from '#lib/contract/extraction-schema.ts';
import type { ActionDraft, MergedFields } from '#lib/contract/review.ts';
import { inverseOf } from '#lib/document/inverse-of.ts';
import { applyAction } from '#lib/document/merge-actions.ts';

type Step = { drafts: ActionDraft[]; inverse: ActionDraft[] };

/** Inverse of several drafts done one after the other: each against the fields it found, in reverse order. */
function inverseOfAll(schema: Pick<SchemaDraft, 'fields'>, fields: MergedFields, drafts: readonly ActionDraft[]): ActionDraft[] {
  let current = fields;
  const inverses: ActionDraft[][] = [];
  for (const draft of drafts) {
    inverses.unshift(inverseOf(current, draft));
    const action = { id: 'undo', sequence: 0, actor: { id: '', name: '' }, at: '', draft };
    current = applyAction({ schema, fields: current, action });
  }
  return inverses.flat();
}

/** Remembers what this person did to the document since it was opened, so that each step can be undone and redone. */
export function useUndo(schema: Pick<SchemaDraft, 'fields'> | null, fields: MergedFields | null, add: (...drafts: ActionDraft[]) => void) {
  const done = useRef<Step[]>([]);
  const undone = useRef<Step[]>([]);
  const [, redraw] = useState(0);

  const act = useCallback(
    (...drafts: ActionDraft[]) => {
      if (!schema || !fields) return;
      done.current.push({ drafts, inverse: inverseOfAll(schema, fields, drafts) });
      undone.current = [];
      redraw((count) => count + 1);
      add(...drafts);
    },
    [schema, fields, add],
  );
  /** Gives the pointer of the value that came back, or null when there was nothing to take back. */
  const move = useCallback(
    (from: Step[], to: Step[], which: 'drafts' | 'inverse'): string | null => {
      const step = from.pop();
      if (!step) return null;
      to.push(step);
      redraw((count) => count + 1);
      if (step[which].length > 0) add(...step[which]);
      return step.drafts[0]?.pointer ?? null;
    },
    [add],
  );
  const undo = useCallback(() => move(done.current, undone.current, 'inverse'), [move]);
  const redo = useCallback(() => move(undone.current, done.current, 'drafts'), [move]);
  return { act, undo, redo, canUndo: done.current.length > 0, canRedo: undone.current.length > 0 };
}
