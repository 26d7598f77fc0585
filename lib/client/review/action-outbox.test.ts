import { expect, test } from 'vitest';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { ConnectionError } from '../http/connection-error.ts';
import { createServer, createStorage, openOutbox, setTitle, titleOf } from './testing/outbox-of-document.ts';

test('shows an action at once and saves it', async () => {
  const server = createServer();
  const { outbox, states } = openOutbox(server);
  outbox.add(setTitle('Hello'));
  expect(titleOf(states[0]!.detail)).toBe('Hello');
  await outbox.flush(60_000);
  expect(server.actions).toHaveLength(1);
});

test('keeps actions through a lost connection and saves each once', async () => {
  const server = createServer();
  const { outbox, states } = openOutbox(server);
  server.failNext(new TypeError('Failed to fetch'), new TypeError('Failed to fetch'));
  outbox.add(setTitle('A'));
  outbox.add(setTitle('B'));
  await outbox.flush(60_000);
  expect(states.some((state) => state.status === 'waiting')).toBe(true);
  expect(server.actions.map((action) => (action.draft as { value: string }).value)).toEqual(['A', 'B']);
});

test('is healthy until the desk refuses what was done', async () => {
  const server = createServer();
  const { outbox } = openOutbox(server);
  server.failNext(new ProblemError('forbidden'));
  expect(outbox.isHealthy()).toBe(true);
  outbox.add(setTitle('A'));
  await expect(outbox.flush(60_000)).rejects.toThrow('You are not allowed to do this');
  expect(outbox.isHealthy()).toBe(false);
  outbox.discard();
  expect(outbox.isHealthy()).toBe(true);
});

test('saves after a reload what was not saved before', async () => {
  const server = createServer();
  const storage = createStorage();
  const before = openOutbox(server, storage);
  server.failNext(...Array.from({ length: 100 }, () => new TypeError('Failed to fetch')));
  before.outbox.add(setTitle('Kept'));
  before.outbox.stop();
  await new Promise((resolve) => setTimeout(resolve, 10));
  server.failNext();
  const after = openOutbox(server, storage);
  await after.outbox.flush(60_000);
  expect(titleOf(server.detail())).toBe('Kept');
});

test('keeps everything when the lock is lost, and goes on when it is back', async () => {
  const server = createServer();
  const { outbox, last } = openOutbox(server);
  const lock = { holder: { id: 'grace', name: 'Grace' }, tab: 'g', since: '2026-01-01T00:00:00Z', ahead: false };
  server.failNext(new ProblemError('document_locked', 'Grace is checking this document.', { extra: { lock } }));
  outbox.add(setTitle('Kept'));
  await expect(outbox.flush(60_000)).rejects.toThrow('Grace');
  expect(last()).toMatchObject({ status: 'locked', unsaved: 1, lock });
  outbox.recordLock();
  await outbox.flush(60_000);
  expect(titleOf(server.detail())).toBe('Kept');
});

test('takes up what another tab of the same person left, and nothing of another person', () => {
  const server = createServer();
  const storage = createStorage();
  const first = openOutbox(server, storage);
  server.failNext(...Array.from({ length: 100 }, () => new TypeError('Failed to fetch')));
  first.outbox.add(setTitle('Left'));
  const second = openOutbox(server, storage);
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

test('stops at a refusal, keeps what was refused, and drops it only on demand', async () => {
  const server = createServer();
  const { outbox, last } = openOutbox(server);
  server.failNext(new ProblemError('forbidden', 'You may only look.'));
  outbox.add(setTitle('Not allowed'));
  await expect(outbox.flush(60_000)).rejects.toThrow('You may only look.');
  expect(last()).toMatchObject({ status: 'refused', unsaved: 1, problem: 'You may only look.' });
  outbox.discard();
  expect(last()).toMatchObject({ status: 'idle', unsaved: 0 });
  expect(titleOf(last().detail)).toBeNull();
});

test('gives up waiting for a flush after the limit without losing anything', async () => {
  const server = createServer();
  const { outbox, last } = openOutbox(server);
  server.failNext(...Array.from({ length: 1000 }, () => new TypeError('Failed to fetch')));
  outbox.add(setTitle('Later'));
  await expect(outbox.flush(30)).rejects.toBeInstanceOf(ConnectionError);
  expect(last().unsaved).toBe(1);
});

test('says plainly when the browser does not keep what is unsaved, and still loses nothing while the tab is open', async () => {
  const server = createServer();
  const forbid = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const storage = { ...createStorage(), setItem: forbid };
  const { outbox, last } = openOutbox(server, storage);
  server.failNext(...Array.from({ length: 1000 }, () => new TypeError('Failed to fetch')));
  outbox.add(setTitle('Only here'));
  expect(last()).toMatchObject({ unsaved: 1, isKept: false });
  await expect(outbox.flush(10)).rejects.toThrow(/this browser cannot store your changes/);
  outbox.stop();
  server.failNext();
  // The document left and opened again in the same tab.
  const again = openOutbox(server, storage);
  await again.outbox.flush(60_000);
  expect(titleOf(server.detail())).toBe('Only here');
  expect(again.last()).toMatchObject({ unsaved: 0, isKept: true });
});

test('shows at once what the person did, before anyone was told', () => {
  const server = createServer();
  const { outbox } = openOutbox(server);
  outbox.add(setTitle('Typed'));
  expect(titleOf(outbox.present())).toBe('Typed');
});

test('takes the whole document after only its row became known, and nothing older', () => {
  const server = createServer();
  const { outbox, last } = openOutbox(server);
  const before = server.detail();
  const row = { ...before.document, change: 7, state: 'approved' as const };
  outbox.receive({ ...before, document: row });
  const approval = { actor: { id: 'other', name: 'Other' }, at: '2026-01-01T00:00:00Z', signed_off_flags: 0 };
  outbox.receive({ ...before, document: row, approval });
  expect(last().detail.approval).toEqual(approval);
  outbox.receive(before);
  expect(last().detail.approval).toEqual(approval);
});
