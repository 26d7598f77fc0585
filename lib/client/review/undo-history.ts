import type { ActionDraft, MergedFields } from '#lib/contract/desk/review.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { inverseOf } from '#lib/document/review/inverse-of.ts';
import { applyAction } from '#lib/document/review/merge-actions.ts';
import { type PendingAction, pendingActionOf } from '#lib/document/review/pending-action.ts';
import { rebaseActions } from '#lib/document/review/rebase-actions.ts';
import { formatPointer, parsePointer } from '#lib/document/values/pointer.ts';

/** What was done in one go, and what takes it back. Both know what they act on by rows' keys, so that they find it later. */
type Step = { does: PendingAction[]; undoes: PendingAction[] };

const NOBODY = { id: '', name: '' };
const MOST = 200;

export type UndoOptions = {
  schema: Pick<SchemaDraft, 'fields'>;
  /** The document as the person sees it at that moment. */
  present(): MergedFields | null;
  /** Does actions and gives their ids. */
  add(...drafts: ActionDraft[]): string[];
  /** Of the tab: what was done before a reload can be undone after it. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Names the person and the document. */
  keptUnder: string;
};

/** What became of a step: the place that changed, or places that someone changed since, for which nothing was done. */
export type Undone = { pointer: string | null; blocked: string[] };

/** Remembers what a person did to a document, so that each step can be undone and redone by acting again. */
export function createUndoHistory(options: UndoOptions) {
  const { schema, present, add, storage } = options;
  const key = `countersign.undo.${options.keptUnder}`;
  let { done, undone } = load();

  function load(): { done: Step[]; undone: Step[] } {
    try {
      const kept = JSON.parse(storage.getItem(key) ?? 'null') as { done: Step[]; undone: Step[] } | null;
      if (Array.isArray(kept?.done) && Array.isArray(kept.undone)) return kept;
    } catch {
      // Something else stands there: begin anew.
    }
    return { done: [], undone: [] };
  }

  function keep(): void {
    done = done.slice(-MOST);
    try {
      storage.setItem(key, JSON.stringify({ done, undone }));
    } catch {
      // A full storage: undoing works until the page is left.
    }
  }

  /** Rows that were added anew have new keys; the steps that speak of them are told. */
  function rename(acted: readonly PendingAction[], ids: readonly string[]): void {
    acted.forEach(({ draft, target = '' }, index) => {
      const id = ids[index];
      const [name = '', old] = parsePointer(target);
      if (draft.kind !== 'insert_row' || draft.restores || id === undefined || old === undefined) return;
      const told = (action: PendingAction): PendingAction => {
        const [field, row, ...column] = parsePointer(action.target ?? '');
        const target = field === name && row === old ? formatPointer(name, id, ...column) : action.target;
        return { ...action, target, after: action.after === old ? id : action.after };
      };
      const retold = (step: Step): Step => ({ does: step.does.map(told), undoes: step.undoes.map(told) });
      done = done.map(retold);
      undone = undone.map(retold);
    });
  }

  function move(from: Step[], to: Step[], which: keyof Step): Undone {
    const fields = present();
    const step = from.at(-1);
    if (!step || !fields) return { pointer: null, blocked: [] };
    const laid = rebaseActions({ schema, base: fields, pending: step[which], actor: NOBODY });
    if (laid.conflicts.length > 0) return { pointer: null, blocked: laid.conflicts.map((conflict) => conflict.pointer) };
    from.pop();
    to.push(step);
    const ids = laid.pending.length > 0 ? add(...laid.pending.map(({ draft }) => draft)) : [];
    rename(laid.pending, ids);
    keep();
    return { pointer: laid.pending[0]?.draft.pointer ?? null, blocked: [] };
  }

  return {
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    /** Does something as one step. */
    act(...drafts: ActionDraft[]): void {
      const first = present();
      if (!first || drafts.length === 0) return;
      const ids = add(...drafts);
      const step: Step = { does: [], undoes: [] };
      let fields = first;
      drafts.forEach((draft, index) => {
        const id = ids[index] ?? '';
        const acted = pendingActionOf(fields, { id, at: '', draft });
        const inverses = inverseOf(fields, draft);
        fields = applyAction({ schema, fields, action: { id, at: '', draft, actor: NOBODY, sequence: 1 } });
        step.does.push(lean(acted));
        step.undoes.unshift(...pendingInverses(fields, acted, inverses));
      });
      done.push(step);
      undone = [];
      keep();
    },
    undo: (): Undone => move(done, undone, 'undoes'),
    redo: (): Undone => move(undone, done, 'does'),
  };

  /** @param after the document once `acted` is done, where undoing begins */
  function pendingInverses(after: MergedFields, acted: PendingAction, inverses: readonly ActionDraft[]): PendingAction[] {
    const row = parsePointer(acted.target ?? '')[1];
    let fields = after;
    return inverses.map((draft) => {
      const id = draft.kind === 'insert_row' ? (draft.restores ?? row ?? '') : '';
      const inverse = pendingActionOf(fields, { id, at: '', draft });
      fields = applyAction({ schema, fields, action: { id, at: '', draft, actor: NOBODY, sequence: 1 } });
      return lean(inverse);
    });
  }
}

/** Without what brings a removed row back: undoing does not insist. */
function lean({ bringBack: _, ...action }: PendingAction): PendingAction {
  return action;
}
