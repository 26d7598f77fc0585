import { afterEach, describe, expect, it } from 'vitest';
import type { DeskDocumentDetail, SaveActions } from '#lib/contract/desk/desk-document.ts';
import type { Action, MergedValue } from '#lib/contract/desk/review.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { findFlags } from '#lib/document/review/find-flags.ts';
import { mergeActions } from '#lib/document/review/merge-actions.ts';
import { ConnectionError } from '../http/connection-error.ts';
import { type ActionOutbox, createActionOutbox } from './action-outbox.ts';
import type { ActionOutboxState } from './action-outbox-state.ts';

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
function createServer() {
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

function createStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const queues: ActionOutbox[] = [];
function open(server: ReturnType<typeof createServer>, storage = createStorage()) {
  const states: ActionOutboxState[] = [];
  const outbox = createActionOutbox({
    detail: server.detail(),
    actor: { id: 'me', name: 'me' },
    save: (body) => server.save(body),
    storage,
    onChange: (state) => states.push(state),
    retryMs: 5,
  });
  queues.push(outbox);
  return { outbox, states, last: () => states.at(-1)! };
}
const heldBy = (detail: DeskDocumentDetail, name: string) => (detail.fields?.[name] as MergedValue | undefined)?.value;
const title = (detail: DeskDocumentDetail) => heldBy(detail, 'title');
const setTitle = (value: string) => ({ kind: 'correct' as const, pointer: '/title', value, evidence: [] });

afterEach(() => {
  for (const outbox of queues.splice(0)) outbox.stop();
});

describe('createActionOutbox', () => {
  it('shows an action at once and saves it', async () => {
    const server = createServer();
    const { outbox, states } = open(server);
    outbox.add(setTitle('Hello'));
    expect(title(states[0]!.detail)).toBe('Hello');
    await outbox.flush(60_000);
    expect(server.actions).toHaveLength(1);
  });

  it('keeps actions through a lost connection and saves each once', async () => {
    const server = createServer();
    const { outbox, states } = open(server);
    server.failNext(new TypeError('Failed to fetch'), new TypeError('Failed to fetch'));
    outbox.add(setTitle('A'));
    outbox.add(setTitle('B'));
    await outbox.flush(60_000);
    expect(states.some((state) => state.status === 'waiting')).toBe(true);
    expect(server.actions.map((action) => (action.draft as { value: string }).value)).toEqual(['A', 'B']);
  });

  it('is healthy until the desk refuses what was done', async () => {
    const server = createServer();
    const { outbox } = open(server);
    server.failNext(new ProblemError('forbidden'));
    expect(outbox.isHealthy()).toBe(true);
    outbox.add(setTitle('A'));
    await expect(outbox.flush(60_000)).rejects.toThrow('You are not allowed to do this');
    expect(outbox.isHealthy()).toBe(false);
    outbox.discard();
    expect(outbox.isHealthy()).toBe(true);
  });

  it('saves after a reload what was not saved before', async () => {
    const server = createServer();
    const storage = createStorage();
    const before = open(server, storage);
    server.failNext(...Array.from({ length: 100 }, () => new TypeError('Failed to fetch')));
    before.outbox.add(setTitle('Kept'));
    before.outbox.stop();
    await new Promise((resolve) => setTimeout(resolve, 10));
    server.failNext();
    const after = open(server, storage);
    await after.outbox.flush(60_000);
    expect(title(server.detail())).toBe('Kept');
  });

  it('stays on top of what someone else did to other values, without a question', async () => {
    const server = createServer();
    const { outbox, states } = open(server);
    server.put('22222222-2222-4222-8222-222222222222', 'other', { kind: 'correct', pointer: '/total', value: 5, evidence: [] });
    outbox.add(setTitle('Mine'));
    await outbox.flush(60_000);
    expect([title(server.detail()), heldBy(server.detail(), 'total')]).toEqual(['Mine', 5]);
    expect(states.every((state) => state.conflicts.length === 0)).toBe(true);
  });

  it.each(['mine', 'theirs'] as const)('asks when both changed the same value, and does what is chosen: %s', async (choice) => {
    const server = createServer();
    const { outbox, last } = open(server);
    server.put('11111111-1111-4111-8111-111111111111', 'other', setTitle('Theirs'));
    outbox.add(setTitle('Mine'));
    await expect(outbox.flush(60_000)).rejects.toThrow('Choose which to keep first');
    expect(last()).toMatchObject({
      status: 'merging',
      unsaved: 1,
      conflicts: [
        { target: '/title', seen: { value: null }, theirs: { value: 'Theirs' }, mine: { value: 'Mine' }, by: { actor: { id: 'other' } } },
      ],
    });
    expect(title(server.detail())).toBe('Theirs');
    outbox.resolve({ '/title': choice });
    await outbox.flush(60_000);
    expect(title(server.detail())).toBe(choice === 'mine' ? 'Mine' : 'Theirs');
    expect(last()).toMatchObject({ status: 'idle', unsaved: 0, conflicts: [] });
  });

  it('does not take its own action for someone else’s when the answer to it was lost', async () => {
    const server = createServer();
    const { outbox, states } = open(server);
    const real = server.save;
    let lost = 0;
    server.save = async (body) => {
      const answer = await real(body);
      lost += 1;
      if (lost === 1) throw new TypeError('Failed to fetch');
      return answer;
    };
    outbox.add(setTitle('One'));
    outbox.add(setTitle('Two'));
    await outbox.flush(60_000);
    expect(title(server.detail())).toBe('Two');
    expect(server.actions).toHaveLength(2);
    expect(states.every((state) => state.conflicts.length === 0)).toBe(true);
  });

  it('asks after a reload too, about what someone else changed in between', async () => {
    const server = createServer();
    const storage = createStorage();
    const before = open(server, storage);
    server.failNext(new TypeError('Failed to fetch'));
    before.outbox.add(setTitle('Mine'));
    before.outbox.stop();
    await new Promise((resolve) => setTimeout(resolve, 10));
    server.put('11111111-1111-4111-8111-111111111111', 'other', setTitle('Theirs'));
    for (const once of ['first', 'again']) {
      const { outbox, last } = open(server, storage);
      await expect(outbox.flush(60_000), once).rejects.toThrow('Choose which to keep first');
      expect(last().conflicts).toHaveLength(1);
      outbox.stop();
    }
  });

  it('keeps everything when the lock is lost, and goes on when it is back', async () => {
    const server = createServer();
    const { outbox, last } = open(server);
    const lock = { holder: { id: 'grace', name: 'Grace' }, tab: 'g', since: '2026-01-01T00:00:00Z', ahead: false };
    server.failNext(new ProblemError('document_locked', 'Grace is checking this document.', { extra: { lock } }));
    outbox.add(setTitle('Kept'));
    await expect(outbox.flush(60_000)).rejects.toThrow('Grace');
    expect(last()).toMatchObject({ status: 'locked', unsaved: 1, lock });
    outbox.noteLock();
    await outbox.flush(60_000);
    expect(title(server.detail())).toBe('Kept');
  });

  it('takes up what another tab of the same person left, and nothing of another person', () => {
    const server = createServer();
    const storage = createStorage();
    const first = open(server, storage);
    server.failNext(...Array.from({ length: 100 }, () => new TypeError('Failed to fetch')));
    first.outbox.add(setTitle('Left'));
    const second = open(server, storage);
    first.outbox.add(setTitle('Later'));
    second.outbox.add({ kind: 'clear', pointer: '/total' });
    first.outbox.stop();
    second.outbox.stop();
    const kept = [...(JSON.parse(storage.getItem('countersign.unsaved.me.d') ?? '{}') as { pending: { draft: unknown }[] }).pending];
    expect(kept.map(({ draft }) => draft)).toEqual(
      expect.arrayContaining([setTitle('Left'), setTitle('Later'), { kind: 'clear', pointer: '/total' }]),
    );
    expect(storage.getItem('countersign.unsaved.other.d')).toBeNull();
  });

  it('stops at a refusal, keeps what was refused, and drops it only on demand', async () => {
    const server = createServer();
    const { outbox, last } = open(server);
    server.failNext(new ProblemError('forbidden', 'You may only look.'));
    outbox.add(setTitle('Not allowed'));
    await expect(outbox.flush(60_000)).rejects.toThrow('You may only look.');
    expect(last()).toMatchObject({ status: 'refused', unsaved: 1, problem: 'You may only look.' });
    outbox.discard();
    expect(last()).toMatchObject({ status: 'idle', unsaved: 0 });
    expect(title(last().detail)).toBeNull();
  });

  it('gives up waiting for a flush after the limit without losing anything', async () => {
    const server = createServer();
    const { outbox, last } = open(server);
    server.failNext(...Array.from({ length: 1000 }, () => new TypeError('Failed to fetch')));
    outbox.add(setTitle('Later'));
    await expect(outbox.flush(30)).rejects.toBeInstanceOf(ConnectionError);
    expect(last().unsaved).toBe(1);
  });

  it('says plainly when the browser does not keep what is unsaved, and still loses nothing while the tab is open', async () => {
    const server = createServer();
    const forbid = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const storage = { ...createStorage(), setItem: forbid };
    const { outbox, last } = open(server, storage);
    server.failNext(...Array.from({ length: 1000 }, () => new TypeError('Failed to fetch')));
    outbox.add(setTitle('Only here'));
    expect(last()).toMatchObject({ unsaved: 1, isKept: false });
    await expect(outbox.flush(10)).rejects.toThrow(/this browser cannot store your changes/);
    outbox.stop();
    server.failNext();
    // The document left and opened again in the same tab.
    const again = open(server, storage);
    await again.outbox.flush(60_000);
    expect(title(server.detail())).toBe('Only here');
    expect(again.last()).toMatchObject({ unsaved: 0, isKept: true });
  });

  it('shows at once what the person did, before anyone was told', () => {
    const server = createServer();
    const { outbox } = open(server);
    outbox.add(setTitle('Typed'));
    expect(title(outbox.present())).toBe('Typed');
  });

  it('takes the whole document after only its row became known, and nothing older', () => {
    const server = createServer();
    const { outbox, last } = open(server);
    const before = server.detail();
    const row = { ...before.document, change: 7, state: 'approved' as const };
    outbox.receive({ ...before, document: row });
    const approval = { actor: { id: 'other', name: 'Other' }, at: '2026-01-01T00:00:00Z', signed_off_flags: 0 };
    outbox.receive({ ...before, document: row, approval });
    expect(last().detail.approval).toEqual(approval);
    outbox.receive(before);
    expect(last().detail.approval).toEqual(approval);
  });
});
