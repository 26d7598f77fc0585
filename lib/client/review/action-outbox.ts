import type { DeskDocumentDetail, DocumentLock } from '#lib/contract/desk/desk-document.ts';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Conflict } from '#lib/document/review/find-conflict.ts';
import { findFlags } from '#lib/document/review/find-flags.ts';
import { applyAction } from '#lib/document/review/merge-actions.ts';
import { localId, type PendingAction, pendingActionOf } from '#lib/document/review/pending-action.ts';
import { rebasePending } from '#lib/document/review/rebase-actions.ts';
import { type Choice, resolveConflicts } from '#lib/document/review/resolve-conflicts.ts';
import { parsePointer } from '#lib/document/values/pointer.ts';
import { createKnownRows } from '../documents/known-rows.ts';
import { ConnectionError } from '../http/connection-error.ts';
import { newId } from '../http/new-id.ts';
import { createUnsavedStore } from '../http/unsaved-store.ts';
import type { ActionOutboxState } from './action-outbox-state.ts';

export type ActionOutboxOptions = {
  detail: DeskDocumentDetail;
  actor: { id: string; name: string };
  save(body: { revision: number; actions: { id: string; draft: ActionDraft }[] }): Promise<DeskDocumentDetail>;
  /** Survives reloads: unsaved actions are kept here until the server has them. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  onChange(state: ActionOutboxState): void;
  /** Milliseconds between tries while the network is down. */
  retryMs?: number;
};

export type ActionOutbox = {
  /** Does and saves actions. @returns their ids */
  add(...drafts: ActionDraft[]): string[];
  /** Resolves when everything is saved; rejects with the server's refusal, or a ConnectionError when the limit is over. */
  flush(limitMs: number): Promise<DeskDocumentDetail>;
  /** True unless what was done waits for the network, a choice, the lock, or was refused. */
  isHealthy(): boolean;
  /** The document with everything the person did up to now, also what React has not drawn yet. */
  present(): DeskDocumentDetail;
  /** An answer from elsewhere (polling); ignored when older than what is known. */
  receive(detail: DeskDocumentDetail): void;
  /** Settles conflicts, by their targets; goes on saving when none is left. */
  resolve(choices: Readonly<Record<string, Choice>>): void;
  /** Forgets what was not saved and shows the saved document. */
  discard(): void;
  /** Saves now what was refused, or waits for the network or the lock. */
  retryNow(): void;
  /** This tab has the lock: saves what could not be saved without it. */
  noteLock(): void;
  stop(): void;
};

const BATCH = 200;
const UNSAVED =
  'Not saved yet: the desk cannot be reached. Nothing is lost: your changes are stored in this browser and sent automatically.';
const UNKEPT =
  'Not saved yet: the desk cannot be reached, and this browser cannot store your changes. Stay on this page until they are saved; they are sent automatically.';

/** Keeps, shows at once and saves one after the other what a person does to a document. */
export function createActionOutbox(options: ActionOutboxOptions): ActionOutbox {
  const saver = new Saver(options);
  return {
    add: (...drafts) => saver.add(drafts),
    flush: (limitMs) => saver.flush(limitMs),
    isHealthy: () => saver.isHealthy(),
    present: () => saver.present(),
    receive: (detail) => saver.receive(detail),
    resolve: (choices) => saver.resolve(choices),
    discard: () => saver.discard(),
    retryNow: () => saver.retryNow(),
    noteLock: () => saver.noteLock(),
    stop: () => saver.stop(),
  };
}

type Waiter = { resolve(detail: DeskDocumentDetail): void; reject(error: unknown): void };

class Saver {
  readonly #options: ActionOutboxOptions;
  readonly #store: ReturnType<typeof createUnsavedStore>;
  readonly #rows = createKnownRows();
  readonly #waiters = new Set<Waiter>();
  #base: DeskDocumentDetail;
  #pending: PendingAction[];
  /**
   * What the next request claims to know: the document on which the actions were made. It may be older than `#base`; the
   * server then says what changed since, and which actions it has.
   */
  #revision: number;
  #conflicts: Conflict[] = [];
  #sending = false;
  #status: ActionOutboxState['status'] = 'idle';
  #problem: string | null = null;
  #lock: DocumentLock | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  /** The document as the person sees it, until something changes. */
  #shown: DeskDocumentDetail | null = null;

  constructor(options: ActionOutboxOptions) {
    this.#options = options;
    this.#store = createUnsavedStore(options.storage, options.actor.id, options.detail.document.id);
    this.#base = options.detail;
    this.#rows.note(options.detail.fields);
    const left = this.#store.load();
    this.#pending = left.pending;
    this.#revision = left.revision ?? options.detail.document.revision;
    if (this.#pending.length > 0) void this.#send();
  }

  add(drafts: ActionDraft[]): string[] {
    const at = new Date().toISOString();
    const { schema, fields: first } = this.present();
    const machine = first ? this.#rows.machine(first) : {};
    let fields = first;
    const added = drafts.map((draft): PendingAction => {
      const plain = { id: newId(), at, draft };
      if (!fields || !schema) return plain;
      const action = pendingActionOf(fields, plain);
      fields = applyAction({
        schema,
        fields,
        machine,
        action: { ...plain, id: localId(plain), actor: this.#options.actor, sequence: 1_000_000 },
      });
      return action;
    });
    this.#setPending([...this.#pending, ...added]);
    this.#tell();
    if (this.#status !== 'refused' && this.#status !== 'locked') void this.#send();
    return added.map(({ id }) => id);
  }

  flush(limitMs: number): Promise<DeskDocumentDetail> {
    if (this.#pending.length === 0) return Promise.resolve(this.#base);
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => finish(() => reject(new ConnectionError(this.#store.isKept() ? UNSAVED : UNKEPT))), limitMs);
      const waiter: Waiter = {
        resolve: (detail) => finish(() => resolve(detail)),
        reject: (error) => finish(() => reject(error)),
      };
      const finish = (act: () => void) => {
        clearTimeout(limit);
        this.#waiters.delete(waiter);
        act();
      };
      this.#waiters.add(waiter);
      if (this.#conflicts.length > 0) waiter.reject(undecided());
      else void this.#send();
    });
  }

  isHealthy(): boolean {
    return this.#status === 'idle' || this.#status === 'saving';
  }

  present(): DeskDocumentDetail {
    if (this.#shown) return this.#shown;
    const { schema, completeness } = this.#base;
    const laid = this.#layOver();
    this.#shown =
      laid && schema ? { ...this.#base, fields: laid.fields, flags: findFlags({ schema, fields: laid.fields, completeness }) } : this.#base;
    return this.#shown;
  }

  receive(detail: DeskDocumentDetail): void {
    const { document } = this.#base;
    // Of the same age is taken too: a row of the list brings the newer state before the fields that belong to it.
    const older = detail.document.revision < document.revision || detail.document.change < document.change;
    if (older || detail === this.#base || this.#sending) return;
    if (this.#pending.length === 0 || this.#status === 'merging') {
      this.#rebase(detail);
      if (this.#status === 'merging' && this.#conflicts.length === 0) void this.#send();
    } else {
      // Whether one of the unsaved actions is in it already only the answer to the next request tells.
      this.#setBase(detail);
      if (this.#status === 'waiting') void this.#send();
    }
    this.#tell();
  }

  resolve(choices: Readonly<Record<string, Choice>>): void {
    this.#setPending(resolveConflicts(this.#pending, this.#conflicts, choices, newId));
    this.#rebase(this.#base);
    if (this.#conflicts.length === 0) void this.#send();
    this.#tell();
  }

  discard(): void {
    this.#conflicts = [];
    this.#setPending([]);
    this.#revision = this.#base.document.revision;
    void this.#send();
  }

  retryNow(): void {
    if (this.#status === 'refused' || this.#status === 'waiting' || this.#status === 'locked') void this.#send();
  }

  noteLock(): void {
    if (this.#status === 'locked') void this.#send();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #layOver() {
    const { schema, fields } = this.#base;
    if (this.#pending.length === 0 || !fields || !schema) return null;
    const { actor } = this.#options;
    return rebasePending({ schema, base: fields, pending: this.#pending, actor, machine: this.#rows.machine(fields) });
  }

  #setBase(detail: DeskDocumentDetail): void {
    this.#rows.note(detail.fields);
    this.#base = detail;
    this.#shown = null;
  }

  #setPending(pending: PendingAction[]): void {
    this.#pending = pending;
    this.#store.save(this.#revision, pending);
    this.#shown = null;
  }

  #tell(): void {
    if (this.#stopped) return;
    const detail = this.present();
    this.#options.onChange({
      status: this.#status,
      detail,
      unsaved: this.#pending.length,
      isKept: this.#store.isKept(),
      problem: this.#problem,
      conflicts: this.#conflicts,
      lock: this.#lock,
    });
  }

  #settle(error?: unknown): void {
    for (const waiter of this.#waiters) error === undefined ? waiter.resolve(this.#base) : waiter.reject(error);
    this.#waiters.clear();
  }

  /** Forgets the actions that the server has. */
  #forget(saved: ReadonlySet<string>): void {
    this.#setPending(this.#pending.filter(({ id }) => !saved.has(id)));
  }

  /** Takes a newer document as the one the unsaved actions are made on, which stay on top of it. */
  #rebase(detail: DeskDocumentDetail): void {
    this.#setBase(detail);
    const laid = this.#layOver();
    this.#conflicts = laid?.conflicts ?? [];
    // Until the person has chosen, a reload must ask again.
    if (this.#conflicts.length === 0) this.#revision = detail.document.revision;
    this.#setPending(laid?.pending ?? this.#pending);
    if (this.#conflicts.length === 0) return;
    this.#status = 'merging';
    this.#settle(undecided());
  }

  #fail(error: unknown): void {
    if (error instanceof ProblemError && error.code === 'stale_revision' && error.extra?.detail) {
      const { saved } = error.extra;
      if (Array.isArray(saved) && saved.length > 0) this.#forget(new Set(saved.map(String)));
      this.#rebase(error.extra.detail as DeskDocumentDetail);
      if (this.#conflicts.length === 0) void this.#send();
      return;
    }
    const passing = !(error instanceof ProblemError) || error.status >= 500 || error.status === 429;
    this.#problem = error instanceof Error ? error.message : 'Saving failed.';
    if (passing) {
      this.#status = 'waiting';
      this.#timer = setTimeout(() => void this.#send(), this.#options.retryMs ?? 3000);
      return;
    }
    const isLocked = error.code === 'document_locked';
    this.#status = isLocked ? 'locked' : 'refused';
    this.#lock = isLocked ? ((error.extra?.lock as DocumentLock | undefined) ?? null) : null;
    this.#settle(error);
  }

  /**
   * What goes out next. A row of the machine's that comes back without having been seen here (after a reload) ends it: what
   * stands in it is known when it is there, and what was typed into it meanwhile is compared with that.
   */
  #batch(): PendingAction[] {
    const batch = this.#pending.slice(0, BATCH);
    const machine = this.#base.fields ? this.#rows.machine(this.#base.fields) : {};
    const isUnseen = ({ draft }: PendingAction) => {
      if (draft.kind !== 'insert_row' || draft.restores === undefined) return false;
      const rows = machine[parsePointer(draft.pointer)[0] ?? ''];
      return !(Array.isArray(rows) && rows.some(({ key }) => key === draft.restores));
    };
    const end = batch.findIndex(isUnseen);
    return end < 0 ? batch : batch.slice(0, end + 1);
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#stopped || this.#sending || this.#conflicts.length > 0) return;
    this.#lock = null;
    if (this.#pending.length === 0) {
      this.#status = 'idle';
      this.#problem = null;
      this.#settle();
      this.#tell();
      return;
    }
    this.#status = 'saving';
    this.#sending = true;
    this.#tell();
    const actions = this.#batch().map(({ id, draft }) => ({ id, draft }));
    try {
      const detail = await this.#options.save({ revision: this.#revision, actions });
      this.#sending = false;
      const saved = new Set(actions.map(({ id }) => id));
      // What another outbox for the document keeps by now is not this one's to write.
      if (this.#stopped) return this.#store.forget(saved);
      this.#forget(saved);
      this.#rebase(detail);
      if (this.#conflicts.length === 0) await this.#send();
      else this.#tell();
    } catch (error) {
      this.#sending = false;
      if (this.#stopped) return;
      this.#fail(error);
      this.#tell();
    }
  }
}

function undecided(): ProblemError {
  return new ProblemError('stale_revision', 'Someone else changed the same values. Choose which to keep first.');
}
