import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import type { Conflict } from '#lib/document/review/find-conflict.ts';
import { findFlags } from '#lib/document/review/find-flags.ts';
import { applyAction } from '#lib/document/review/merge-actions.ts';
import { localId, type PendingAction, pendingActionOf } from '#lib/document/review/pending-action.ts';
import { rebaseActions } from '#lib/document/review/rebase-actions.ts';
import { type Choice, resolveConflicts } from '#lib/document/review/resolve-conflicts.ts';
import { parsePointer } from '#lib/document/values/pointer.ts';
import { newId } from '../../http/new-id.ts';
import { createKnownRows } from './known-rows.ts';
import { createUnsavedStore } from './unsaved-store.ts';

export type UnsavedActionsOptions = {
  detail: DeskDocumentDetail;
  actor: { id: string; name: string };
  /** Survives reloads: unsaved actions are kept here until the server has them. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
};

const BATCH = 200;

/** What a person did to a document and the desk does not have yet, on top of the newest document that is known. */
export class UnsavedActions {
  readonly #actor: UnsavedActionsOptions['actor'];
  readonly #store: ReturnType<typeof createUnsavedStore>;
  readonly #rows = createKnownRows();
  #base: DeskDocumentDetail;
  #pending: PendingAction[];
  #revision: number;
  #conflicts: Conflict[] = [];
  /** The document as the person sees it, until something changes. */
  #shown: DeskDocumentDetail | null = null;

  constructor({ detail, actor, storage }: UnsavedActionsOptions) {
    this.#actor = actor;
    this.#store = createUnsavedStore(storage, actor.id, detail.document.id);
    this.#base = detail;
    this.#rows.record(detail.fields);
    const left = this.#store.load();
    this.#pending = left.pending;
    this.#revision = left.revision ?? detail.document.revision;
  }

  /** The newest document that is known, without the actions. */
  get base(): DeskDocumentDetail {
    return this.#base;
  }

  /** Actions that the desk has not saved yet. */
  get count(): number {
    return this.#pending.length;
  }

  /** What someone else changed differently; nothing may be sent before the person has chosen. */
  get conflicts(): Conflict[] {
    return this.#conflicts;
  }

  /**
   * What the next request claims to know: the document on which the actions were made. It may be older than `base`; the
   * server then says what changed since, and which actions it has.
   */
  get revision(): number {
    return this.#revision;
  }

  /** False while the actions would be lost with this tab. */
  isKept(): boolean {
    return this.#store.isKept();
  }

  /** @returns the ids of the new actions */
  add(drafts: readonly ActionDraft[]): string[] {
    const at = new Date().toISOString();
    const { schema, fields: first } = this.present();
    const extracted = first ? this.#rows.extracted(first) : {};
    let fields = first;
    const added = drafts.map((draft): PendingAction => {
      const plain = { id: newId(), at, draft };
      if (!fields || !schema) return plain;
      const action = pendingActionOf(fields, plain);
      fields = applyAction({
        schema,
        fields,
        extracted,
        action: { ...plain, id: localId(plain), actor: this.#actor, sequence: 1_000_000 },
      });
      return action;
    });
    this.#setPending([...this.#pending, ...added]);
    return added.map(({ id }) => id);
  }

  /** The document with all actions. */
  present(): DeskDocumentDetail {
    if (this.#shown) return this.#shown;
    const { schema, completeness, thresholds } = this.#base;
    const laid = this.#layOver();
    this.#shown =
      laid && schema
        ? { ...this.#base, fields: laid.fields, flags: findFlags({ schema, fields: laid.fields, completeness, thresholds }) }
        : this.#base;
    return this.#shown;
  }

  /** Takes a newer document as the one that is there; what conflicts with it is looked for by `rebase`. */
  setBase(detail: DeskDocumentDetail): void {
    this.#rows.record(detail.fields);
    this.#base = detail;
    this.#shown = null;
  }

  /** Takes a newer document as the one the actions are made on, which stay on top of it. */
  rebase(detail: DeskDocumentDetail): void {
    this.setBase(detail);
    const laid = this.#layOver();
    this.#conflicts = laid?.conflicts ?? [];
    // Until the person has chosen, a reload must ask again.
    if (this.#conflicts.length === 0) this.#revision = detail.document.revision;
    this.#setPending(laid?.pending ?? this.#pending);
  }

  /** Settles conflicts, by their targets. */
  resolve(choices: Readonly<Record<string, Choice>>): void {
    this.#setPending(resolveConflicts(this.#pending, this.#conflicts, choices, newId));
    this.rebase(this.#base);
  }

  /** Forgets all actions. */
  discard(): void {
    this.#conflicts = [];
    this.#setPending([]);
    this.#revision = this.#base.document.revision;
  }

  /** Forgets the actions that the server has. */
  forget(saved: ReadonlySet<string>): void {
    this.#setPending(this.#pending.filter(({ id }) => !saved.has(id)));
  }

  /** Forgets them in the storage only: what another outbox for the document keeps by now is not this one's to write. */
  forgetStored(saved: ReadonlySet<string>): void {
    this.#store.forget(saved);
  }

  /**
   * What goes out next. An extracted row that comes back without having been seen here (after a reload) ends it: what
   * stands in it is known when it is there, and what was typed into it meanwhile is compared with that.
   */
  batch(): PendingAction[] {
    const batch = this.#pending.slice(0, BATCH);
    const extracted = this.#base.fields ? this.#rows.extracted(this.#base.fields) : {};
    const isUnseen = ({ draft }: PendingAction) => {
      if (draft.kind !== 'insert_row' || draft.restores === undefined) return false;
      const rows = extracted[parsePointer(draft.pointer)[0] ?? ''];
      return !(Array.isArray(rows) && rows.some(({ key }) => key === draft.restores));
    };
    const end = batch.findIndex(isUnseen);
    return end < 0 ? batch : batch.slice(0, end + 1);
  }

  #layOver() {
    const { schema, fields } = this.#base;
    if (this.#pending.length === 0 || !fields || !schema) return null;
    return rebaseActions({ schema, base: fields, pending: this.#pending, actor: this.#actor, extracted: this.#rows.extracted(fields) });
  }

  #setPending(pending: PendingAction[]): void {
    this.#pending = pending;
    this.#store.save(this.#revision, pending);
    this.#shown = null;
  }
}
