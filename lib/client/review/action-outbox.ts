import type { DeskDocumentDetail, DocumentLock } from '#lib/contract/desk/desk-document.ts';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Choice } from '#lib/document/review/resolve-conflicts.ts';
import { ConnectionError } from '../http/connection-error.ts';
import type { ActionOutboxState } from './action-outbox-state.ts';
import { UnsavedActions, type UnsavedActionsOptions } from './unsaved/unsaved-actions.ts';

export type ActionOutboxOptions = UnsavedActionsOptions & {
  save(body: { revision: number; actions: { id: string; draft: ActionDraft }[] }): Promise<DeskDocumentDetail>;
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
  recordLock(): void;
  stop(): void;
};

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
    recordLock: () => saver.recordLock(),
    stop: () => saver.stop(),
  };
}

type Waiter = { resolve(detail: DeskDocumentDetail): void; reject(error: unknown): void };

class Saver {
  readonly #options: ActionOutboxOptions;
  readonly #unsaved: UnsavedActions;
  readonly #waiters = new Set<Waiter>();
  #sending = false;
  #status: ActionOutboxState['status'] = 'idle';
  #problem: string | null = null;
  #lock: DocumentLock | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(options: ActionOutboxOptions) {
    this.#options = options;
    this.#unsaved = new UnsavedActions(options);
    if (this.#unsaved.count > 0) void this.#send();
  }

  add(drafts: ActionDraft[]): string[] {
    const ids = this.#unsaved.add(drafts);
    this.#tell();
    if (this.#status !== 'refused' && this.#status !== 'locked') void this.#send();
    return ids;
  }

  flush(limitMs: number): Promise<DeskDocumentDetail> {
    if (this.#unsaved.count === 0) return Promise.resolve(this.#unsaved.base);
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => finish(() => reject(new ConnectionError(this.#unsaved.isKept() ? UNSAVED : UNKEPT))), limitMs);
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
      if (this.#unsaved.conflicts.length > 0) waiter.reject(undecided());
      else void this.#send();
    });
  }

  isHealthy(): boolean {
    return this.#status === 'idle' || this.#status === 'saving';
  }

  present(): DeskDocumentDetail {
    return this.#unsaved.present();
  }

  receive(detail: DeskDocumentDetail): void {
    const { document } = this.#unsaved.base;
    // Of the same age is taken too: a row of the list brings the newer state before the fields that belong to it.
    const older = detail.document.revision < document.revision || detail.document.change < document.change;
    if (older || detail === this.#unsaved.base || this.#sending) return;
    if (this.#unsaved.count === 0 || this.#status === 'merging') {
      this.#unsaved.rebase(detail);
      if (!this.#askAboutConflicts() && this.#status === 'merging') void this.#send();
    } else {
      // Whether one of the unsaved actions is in it already only the answer to the next request tells.
      this.#unsaved.setBase(detail);
      if (this.#status === 'waiting') void this.#send();
    }
    this.#tell();
  }

  resolve(choices: Readonly<Record<string, Choice>>): void {
    this.#unsaved.resolve(choices);
    if (!this.#askAboutConflicts()) void this.#send();
    this.#tell();
  }

  discard(): void {
    this.#unsaved.discard();
    void this.#send();
  }

  retryNow(): void {
    if (this.#status === 'refused' || this.#status === 'waiting' || this.#status === 'locked') void this.#send();
  }

  recordLock(): void {
    if (this.#status === 'locked') void this.#send();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #tell(): void {
    if (this.#stopped) return;
    const detail = this.present();
    this.#options.onChange({
      status: this.#status,
      detail,
      unsaved: this.#unsaved.count,
      isKept: this.#unsaved.isKept(),
      problem: this.#problem,
      conflicts: this.#unsaved.conflicts,
      lock: this.#lock,
    });
  }

  #settle(error?: unknown): void {
    for (const waiter of this.#waiters) error === undefined ? waiter.resolve(this.#unsaved.base) : waiter.reject(error);
    this.#waiters.clear();
  }

  /** Asks the person when someone else changed the same values. @returns whether there is something to ask */
  #askAboutConflicts(): boolean {
    if (this.#unsaved.conflicts.length === 0) return false;
    this.#status = 'merging';
    this.#settle(undecided());
    return true;
  }

  #fail(error: unknown): void {
    if (error instanceof ProblemError && error.code === 'stale_revision' && error.extra?.detail) {
      const { saved } = error.extra;
      if (Array.isArray(saved) && saved.length > 0) this.#unsaved.forget(new Set(saved.map(String)));
      this.#unsaved.rebase(error.extra.detail as DeskDocumentDetail);
      if (!this.#askAboutConflicts()) void this.#send();
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

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#stopped || this.#sending || this.#unsaved.conflicts.length > 0) return;
    this.#lock = null;
    if (this.#unsaved.count === 0) {
      this.#status = 'idle';
      this.#problem = null;
      this.#settle();
      this.#tell();
      return;
    }
    this.#status = 'saving';
    this.#sending = true;
    this.#tell();
    const actions = this.#unsaved.batch().map(({ id, draft }) => ({ id, draft }));
    try {
      const detail = await this.#options.save({ revision: this.#unsaved.revision, actions });
      this.#sending = false;
      const saved = new Set(actions.map(({ id }) => id));
      if (this.#stopped) return this.#unsaved.forgetStored(saved);
      this.#unsaved.forget(saved);
      this.#unsaved.rebase(detail);
      if (this.#askAboutConflicts()) this.#tell();
      else await this.#send();
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
