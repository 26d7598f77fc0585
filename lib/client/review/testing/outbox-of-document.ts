import { onTestFinished } from 'vitest';
import type { DeskDocumentDetail, SaveActions } from '#lib/contract/desk/desk-document.ts';
import type { Action, MergedValue } from '#lib/contract/desk/review.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { findFlags } from '#lib/document/review/find-flags.ts';
import { mergeActions } from '#lib/document/review/merge-actions.ts';
import { createActionOutbox } from '../action-outbox.ts';
import type { ActionOutboxState } from '../action-outbox-state.ts';

const draft = schemaDraftSchema.parse({
  name: 'Note',
  fields: [
    { name: 'title', type: 'string' },
    { name: 'total', type: 'money' },
  ],
});
const schema = {
  ...draft,
  type: 'schema' as const,
  id: 's',
  version: 1,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

/** A server that keeps actions as the desk does: one revision an action, 409 for a stale one, ids make repeats harmless. */
export function createServer() {
  const actions: Action[] = [];
  const calls: SaveActions[] = [];
  let failures: unknown[] = [];
  const detail = (): DeskDocumentDetail => {
    const fields = mergeActions({ schema, result: null, actions });
    return {
      document: { id: 'd', revision: actions.length, change: actions.length } as DeskDocumentDetail['document'],
      schema,
      fields,
      flags: findFlags({ schema, fields }),
      approval: null,
      rejection: null,
      attachments: [],
      unfitting: {},
    };
  };
  const put = (id: string, who: string, drafted: Action['draft']) => {
    if (actions.some((action) => action.id === id)) return;
    actions.push({ id, sequence: actions.length + 1, actor: { id: who, name: who }, at: '2026-01-01T00:00:00Z', draft: drafted });
  };
  return {
    actions,
    calls,
    detail,
    put,
    failNext: (...errors: unknown[]) => {
      failures = errors;
    },
    async save(body: SaveActions) {
      calls.push(body);
      const failure = failures.shift();
      if (failure) throw failure;
      const known = body.actions.every(({ id }) => actions.some((action) => action.id === id));
      if (!known && body.revision !== actions.length) {
        const saved = body.actions.map(({ id }) => id).filter((id) => actions.some((action) => action.id === id));
        throw new ProblemError('stale_revision', undefined, { extra: { detail: detail(), saved } });
      }
      for (const action of body.actions) put(action.id, 'me', action.draft);
      return detail();
    },
  };
}

/** What a browser stores, and no other test sees. */
export function createStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** Opens the document in a tab of its own, until the test ends. */
export function openOutbox(server: ReturnType<typeof createServer>, storage = createStorage()) {
  const states: ActionOutboxState[] = [];
  const outbox = createActionOutbox({
    detail: server.detail(),
    actor: { id: 'me', name: 'me' },
    save: (body) => server.save(body),
    storage,
    onChange: (state) => states.push(state),
    retryMs: 5,
  });
  onTestFinished(() => outbox.stop());
  return { outbox, states, last: () => states.at(-1)! };
}

/** The value of a field. */
export const fieldValue = (detail: DeskDocumentDetail, name: string) => (detail.fields?.[name] as MergedValue | undefined)?.value;
export const titleOf = (detail: DeskDocumentDetail) => fieldValue(detail, 'title');
export const setTitle = (value: string) => ({ kind: 'correct' as const, pointer: '/title', value, evidence: [] });
