import { afterEach, expect, test } from 'vitest';
import { type ActionOutbox, createActionOutbox } from '#lib/client/review/action-outbox.ts';
import { approveSeen } from '#lib/client/review/approve-seen.ts';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import { approve } from '#lib/desk/review/operations/decide.ts';
import { getDocument } from '#lib/desk/review/operations/get-document.ts';
import { saveActions } from '#lib/desk/review/operations/save-actions.ts';
import { insertReviewable } from '#lib/desk/testing/insert-reviewable.ts';
import { startTestDesk, type TestDesk } from '#lib/desk/testing/start-test-desk.ts';

const ADA = { id: 'ada', name: 'Ada' };
const GRACE = { id: 'grace', name: 'Grace' };

let t: TestDesk | undefined;
let queue: ActionOutbox | undefined;
afterEach(async () => {
  queue?.stop();
  await t?.close();
  t = undefined;
});

/** Ada has the document open; while `isDown` nothing of hers reaches the desk. */
async function open() {
  t ??= await startTestDesk();
  const { desk } = t;
  const { id } = await insertReviewable(desk);
  const network = { isDown: false };
  const ada = createActionOutbox({
    detail: await getDocument(desk, id),
    actor: ADA,
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    save: async (body) => {
      if (network.isDown) throw new TypeError('Failed to fetch');
      // as over HTTP: what comes back is another object
      return structuredClone(await saveActions(desk, ADA, id, body));
    },
    onChange: () => undefined,
    retryMs: 5,
  });
  queue = ada;
  const prepare = (signOff = true) =>
    approveSeen({
      findOutbox: () => ada,
      approve: (revision) => approve(desk, ADA, id, { revision, sign_off: signOff }),
      limitMs: 60_000,
    });
  const grace = async (...drafts: ActionDraft[]) => {
    const { document } = await getDocument(desk, id);
    const actions = drafts.map((draft) => ({ id: crypto.randomUUID(), draft }));
    return saveActions(desk, GRACE, id, { revision: document.revision, actions });
  };
  return { ada, grace, network, prepare, look: () => getDocument(desk, id) };
}

const correct = (pointer: string, value: string | number): ActionDraft => ({ kind: 'correct', pointer, value, evidence: [] });

test('an approval that waited for the network does not approve what somebody else changed meanwhile, signed off or not', async () => {
  const { ada, grace, network, prepare, look } = await open();
  network.isDown = true;
  ada.add(correct('/number', 'A-2'));
  const send = prepare();
  await grace(correct('/total', 999));
  network.isDown = false;
  await expect(send()).rejects.toMatchObject({
    code: 'stale_revision',
    extra: { detail: { fields: { total: { value: 999 }, number: { value: 'A-2' } } } },
  });
  // sent again it is refused again
  await expect(send()).rejects.toMatchObject({ code: 'stale_revision' });
  const found = await look();
  expect(found).toMatchObject({ document: { state: 'to_review' }, approval: null, fields: { number: { value: 'A-2' } } });
  // having seen it, Ada can
  await expect(prepare()()).resolves.toMatchObject({ document: { state: 'approved' } });
});

test('a row that somebody else added meanwhile was not seen either', async () => {
  const { ada, grace, network, prepare } = await open();
  network.isDown = true;
  ada.add(correct('/number', 'A-2'));
  const send = prepare();
  await grace({
    kind: 'insert_row',
    pointer: '/lines/2',
    values: { item: { value: 'Pins', evidence: [] }, amount: { value: 0, evidence: [] } },
  });
  network.isDown = false;
  await expect(send()).rejects.toMatchObject({ code: 'stale_revision' });
});

test('what the person did to values and rows is what is approved, also behind a confirmation by somebody else', async () => {
  const { ada, grace, network, prepare } = await open();
  network.isDown = true;
  ada.add(correct('/number', 'A-2'), { kind: 'remove_row', pointer: '/lines/0' });
  ada.add({ kind: 'insert_row', pointer: '/lines/1', values: { item: { value: 'Pins', evidence: [] } } });
  ada.add(correct('/lines/1/amount', 10), { kind: 'move_row', pointer: '/lines/1', to: 0 }, { kind: 'clear', pointer: '/discount' });
  ada.add({ kind: 'confirm', pointer: '/urgent' }, { kind: 'revert', pointer: '/date' });
  const send = prepare();
  await grace({ kind: 'confirm', pointer: '/total' });
  network.isDown = false;
  await expect(send()).resolves.toMatchObject({
    document: { state: 'approved' },
    fields: { number: { value: 'A-2' }, lines: [{ cells: { item: { value: 'Pins' } } }, { cells: { item: { value: 'Screws' } } }] },
  });
});
