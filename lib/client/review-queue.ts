import type { DeskDocumentDetail } from '#lib/contract/desk-document.ts';
import { ProblemError } from '#lib/contract/problem-error.ts';
import type { Action, ActionDraft } from '#lib/contract/review.ts';
import { findFlags, valueAt } from '#lib/document/find-flags.ts';
import { applyAction } from '#lib/document/merge-actions.ts';
import { ConnectionError } from './connection-error.ts';
import { newId } from './new-id.ts';

type PendingAction = { id: string; at: string; draft: ActionDraft };

/**
 * What becomes of a person's actions on one document.
 *
 *   idle ──add──▶ saving ──answer──▶ idle (or saving, when more were added meanwhile)
 *   saving ──network down──▶ waiting ──timer or online──▶ saving
 *   saving ──409 stale_revision──▶ saving, on top of the newer document (`merged` names the values both changed)
 *   saving ──any other refusal──▶ refused (nothing is dropped until the person says so)
 */
export type ReviewQueueState = {
  status: 'idle' | 'saving' | 'waiting' | 'refused';
  /** The document with everything the person did, saved or not. */
  detail: DeskDocumentDetail;
  unsaved: number;
  /** The sentence of the refusal. */
  problem: string | null;
  /** Pointers that someone else changed while this person changed them too. */
  merged: string[];
};

export type ReviewQueueOptions = {
  detail: DeskDocumentDetail;
  actor: { id: string; name: string };
  save(body: { revision: number; actions: { id: string; draft: ActionDraft }[] }): Promise<DeskDocumentDetail>;
  /** Survives reloads: unsaved actions are kept here until the server has them. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  onChange(state: ReviewQueueState): void;
  /** Milliseconds between tries while the network is down. */
  retryMs?: number;
};

export type ReviewQueue = {
  add(...drafts: ActionDraft[]): void;
  /** Resolves when everything is saved; rejects with the server's refusal, or a ConnectionError when the limit is over. */
  flush(limitMs: number): Promise<DeskDocumentDetail>;
  /** The document with everything the person did up to now, also what React has not drawn yet. */
  present(): DeskDocumentDetail;
  /** An answer from elsewhere (polling); ignored when older than what is known. */
  receive(detail: DeskDocumentDetail): void;
  /** Forgets what was refused and shows the saved document. */
  discard(): void;
  retryNow(): void;
  stop(): void;
};

function overlay(base: DeskDocumentDetail, pending: readonly PendingAction[], actor: Action['actor']): DeskDocumentDetail {
  if (pending.length === 0 || !base.fields || !base.schema) return base;
  const { schema } = base;
  const fields = pending.reduce((merged, { id, at, draft }, index) => {
    const action: Action = { id, at, draft, actor, sequence: 1_000_000 + index };
    return applyAction({ schema, fields: merged, action });
  }, base.fields);
  return { ...base, fields, flags: findFlags({ schema, fields, completeness: base.completeness }) };
}

/** Keeps, shows at once and saves one after the other what a person does to a document. */
export function createReviewQueue(options: ReviewQueueOptions): ReviewQueue {
  const key = `countersign.unsaved.${options.detail.document.id}`;
  let base = options.detail;
  let pending: PendingAction[] = JSON.parse(options.storage.getItem(key) ?? '[]');
  let sending = 0;
  let status: ReviewQueueState['status'] = 'idle';
  let problem: string | null = null;
  let merged: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const waiters = new Set<{ resolve(detail: DeskDocumentDetail): void; reject(error: unknown): void }>();

  function keep(): void {
    if (pending.length === 0) options.storage.removeItem(key);
    else options.storage.setItem(key, JSON.stringify(pending));
  }

  function tell(): void {
    if (!stopped) options.onChange({ status, detail: overlay(base, pending, options.actor), unsaved: pending.length, problem, merged });
  }

  function settle(error?: unknown): void {
    for (const waiter of waiters) error === undefined ? waiter.resolve(base) : waiter.reject(error);
    waiters.clear();
  }

  function receiveSaved(detail: DeskDocumentDetail): void {
    base = detail;
    pending = pending.slice(sending);
    keep();
  }

  /** Takes a newer document as the base; the person's own unsaved values stay on top of it. */
  function rebase(detail: DeskDocumentDetail): void {
    const at = (of: DeskDocumentDetail, pointer: string) => JSON.stringify(of.fields && valueAt(of.fields, pointer)?.value);
    const both = pending.map((action) => action.draft.pointer).filter((pointer) => at(base, pointer) !== at(detail, pointer));
    merged = [...new Set([...merged, ...both])];
    base = detail;
  }

  function fail(error: unknown): void {
    if (error instanceof ProblemError && error.code === 'stale_revision' && error.extra?.detail) {
      rebase(error.extra.detail as DeskDocumentDetail);
      void send();
      return;
    }
    const passing = !(error instanceof ProblemError) || error.status >= 500 || error.status === 429;
    problem = error instanceof Error ? error.message : 'Saving failed.';
    if (passing) {
      status = 'waiting';
      timer = setTimeout(() => void send(), options.retryMs ?? 3000);
    } else {
      status = 'refused';
      settle(error);
    }
  }

  async function send(): Promise<void> {
    clearTimeout(timer);
    if (stopped || sending > 0) return;
    if (pending.length === 0) {
      status = 'idle';
      problem = null;
      settle();
      tell();
      return;
    }
    status = 'saving';
    sending = Math.min(pending.length, 200);
    tell();
    const batch = pending.slice(0, sending).map(({ id, draft }) => ({ id, draft }));
    try {
      const detail = await options.save({ revision: base.document.revision, actions: batch });
      receiveSaved(detail);
      sending = 0;
      await send();
    } catch (error) {
      sending = 0;
      fail(error);
      tell();
    }
  }

  if (pending.length > 0) void send();

  return {
    add(...drafts) {
      const at = new Date().toISOString();
      pending = [...pending, ...drafts.map((draft) => ({ id: newId(), at, draft }))];
      keep();
      tell();
      if (status !== 'refused') void send();
    },
    flush(limitMs) {
      if (pending.length === 0) return Promise.resolve(base);
      return new Promise((resolve, reject) => {
        const limit = setTimeout(() => {
          const sentence =
            'Not saved yet: the desk cannot be reached. Nothing is lost; it is kept in this browser and sent again by itself.';
          finish(() => reject(new ConnectionError(sentence)));
        }, limitMs);
        const waiter = {
          resolve: (detail: DeskDocumentDetail) => finish(() => resolve(detail)),
          reject: (error: unknown) => finish(() => reject(error)),
        };
        const finish = (act: () => void) => {
          clearTimeout(limit);
          waiters.delete(waiter);
          act();
        };
        waiters.add(waiter);
        void send();
      });
    },
    present: () => overlay(base, pending, options.actor),
    receive(detail) {
      // Of the same age is taken too: a row of the list brings the newer state before the fields that belong to it.
      const older = detail.document.revision < base.document.revision || detail.document.change < base.document.change;
      if (older || detail === base || sending > 0) return;
      rebase(detail);
      tell();
    },
    discard() {
      pending = [];
      merged = [];
      keep();
      void send();
    },
    retryNow() {
      if (status === 'refused' || status === 'waiting') void send();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
