import { expect, test } from 'vitest';
import { createServer, createStorage, fieldValue, openOutbox, setTitle, titleOf } from './testing/outbox-of-document.ts';

test('stays on top of what someone else did to other values, without a question', async () => {
  const server = createServer();
  const { outbox, states } = openOutbox(server);
  server.put('22222222-2222-4222-8222-222222222222', 'other', { kind: 'correct', pointer: '/total', value: 5, evidence: [] });
  outbox.add(setTitle('Mine'));
  await outbox.flush(60_000);
  expect([titleOf(server.detail()), fieldValue(server.detail(), 'total')]).toEqual(['Mine', 5]);
  expect(states.every((state) => state.conflicts.length === 0)).toBe(true);
});

test.each(['mine', 'theirs'] as const)('asks when both changed the same value, and does what is chosen: %s', async (choice) => {
  const server = createServer();
  const { outbox, last } = openOutbox(server);
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
  expect(titleOf(server.detail())).toBe('Theirs');
  outbox.resolve({ '/title': choice });
  await outbox.flush(60_000);
  expect(titleOf(server.detail())).toBe(choice === 'mine' ? 'Mine' : 'Theirs');
  expect(last()).toMatchObject({ status: 'idle', unsaved: 0, conflicts: [] });
});

test('does not take its own action for someone else’s when the answer to it was lost', async () => {
  const server = createServer();
  const { outbox, states } = openOutbox(server);
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
  expect(titleOf(server.detail())).toBe('Two');
  expect(server.actions).toHaveLength(2);
  expect(states.every((state) => state.conflicts.length === 0)).toBe(true);
});

test('asks after a reload too, about what someone else changed in between', async () => {
  const server = createServer();
  const storage = createStorage();
  const before = openOutbox(server, storage);
  server.failNext(new TypeError('Failed to fetch'));
  before.outbox.add(setTitle('Mine'));
  before.outbox.stop();
  await new Promise((resolve) => setTimeout(resolve, 10));
  server.put('11111111-1111-4111-8111-111111111111', 'other', setTitle('Theirs'));
  for (const once of ['first', 'again']) {
    const { outbox, last } = openOutbox(server, storage);
    await expect(outbox.flush(60_000), once).rejects.toThrow('Choose which to keep first');
    expect(last().conflicts).toHaveLength(1);
    outbox.stop();
  }
});
