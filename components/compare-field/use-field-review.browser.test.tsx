import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { json, NO_CONNECTION, onRequest } from '#components/testing/network.ts';
import { compareFieldQuery } from '#lib/client/documents/compare-field.ts';
import { newId } from '#lib/client/http/new-id.ts';
import { type ComparedValue, comparedValueSchema } from '#lib/contract/desk/compare-field.ts';
import { saveActionsSchema } from '#lib/contract/desk/desk-document.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import { useFieldReview } from './use-field-review.ts';

const CHOICE = { schema_id: 's', field: 'number', state: 'to_review', show: 'all' } as const;

function itemOf(id: string): ComparedValue {
  return comparedValueSchema.parse({
    document: { id, name: 'note.txt', state: 'to_review', revision: 3, media_type: 'text/plain', pages_read: 1 },
    field: { name: 'number', type: 'string' },
    value: {
      pointer: '/number',
      value: 'A-1',
      text: 'A-1',
      confidence: 0.5,
      evidence: [],
      candidates: [],
      machine_flags: [],
      status: 'machine',
      original: 'A-1',
    },
    flags: [],
  });
}

const refusal = () =>
  json(problemSchema, { type: 'about:blank', title: 'No', status: 403, code: 'forbidden', detail: 'You may only look.' }, 403);

/** A comparison with one document, whose pages come only when they are let through, and whose saving `answer` answers. */
async function openComparison(answer: (body: string) => ReturnType<typeof refusal>) {
  const id = newId();
  const bodies: string[] = [];
  let sendPages = () => {};
  const pages = new Promise<void>((resolve) => {
    sendPages = resolve;
  });
  onRequest(`GET /api/documents/${id}/pages`, async () => {
    await pages;
    return { status: 200, type: 'application/json', body: btoa(JSON.stringify({ pages: [], page_count: 1 })) };
  });
  onRequest(`POST /api/documents/${id}/actions`, (request) => {
    bodies.push(JSON.stringify(request.json(saveActionsSchema)));
    return answer(bodies.at(-1) ?? '');
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { queryKey } = compareFieldQuery(CHOICE);
  client.setQueryData(queryKey, { pages: [{ items: [itemOf(id)], next: null, total: 1 }], pageParams: [null] });
  const { result, unmount, act } = await renderHook(() => useFieldReview(CHOICE, { id: 'me', name: 'Me' }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const leave = async () => {
    await unmount();
    client.removeQueries({ queryKey });
  };
  const item = () => client.getQueryData<{ pages: { items: ComparedValue[] }[] }>(queryKey)?.pages[0]?.items[0];
  return { id, bodies, work: result, act, leave, sendPages, item };
}

const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('a correction is warned of from the first moment and sent again under the same id after a lost connection, then no more', async () => {
  const { id, bodies, work, sendPages } = await openComparison(() => (bodies.length === 1 ? NO_CONNECTION : refusal()));
  expect(asksBeforeClosing()).toBe(false);
  const correcting = work.current.correct(id, 'B-2');
  expect(asksBeforeClosing()).toBe(true);
  sendPages();
  await correcting;
  await expect.poll(() => work.current.notes.get(id)).toMatchObject({ kind: 'waiting' });
  expect(asksBeforeClosing()).toBe(true);
  await expect.poll(() => bodies.length).toBe(2);
  expect(bodies[1]).toBe(bodies[0]);
  await expect.poll(asksBeforeClosing).toBe(false);
});

test('what the desk refuses is said beside the value, which is the extracted one again', async () => {
  const { id, work, item, sendPages } = await openComparison(refusal);
  sendPages();
  await work.current.correct(id, 'B-2');
  await expect.poll(() => work.current.notes.get(id)).toMatchObject({ kind: 'refused', message: 'You may only look.' });
  expect(item()?.value).toMatchObject({ value: 'A-1', status: 'machine' });
});

test('while its place is looked for, the corrected value is displayed, with a note that it is being saved', async () => {
  const { id, work, item, sendPages } = await openComparison(refusal);
  const correcting = work.current.correct(id, 'B-2');
  await expect.poll(() => work.current.notes.get(id)).toEqual({ kind: 'saving' });
  expect(item()?.value).toMatchObject({ value: 'B-2', status: 'corrected' });
  sendPages();
  await correcting;
  await expect.poll(() => work.current.notes.get(id)?.kind).toBe('refused');
});

test('a correction whose place is still looked for is saved though the screen was left', async () => {
  const { id, bodies, work, leave, sendPages } = await openComparison(refusal);
  const correcting = work.current.correct(id, 'B-2');
  await leave();
  sendPages();
  await correcting;
  await expect.poll(() => bodies.length).toBe(1);
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
    revision: 3,
    actions: [{ draft: { kind: 'correct', pointer: '/number', value: 'B-2' } }],
  });
});
