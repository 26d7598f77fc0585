import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { fieldSheetQuery } from '#lib/client/documents/field-sheet.ts';
import type { FieldSheetItem } from '#lib/contract/desk/field-sheet.ts';
import { type FieldReview, useFieldReview } from './use-field-review.ts';

const CHOICE = { schema_id: 's', field: 'number', state: 'to_review', show: 'all' } as const;
const ITEM: FieldSheetItem = {
  document: { id: 'd', name: 'note.txt', state: 'to_review', revision: 3, media_type: 'text/plain', pages_read: 1 },
  field: { name: 'number', type: 'string', label: '', description: '', required: false },
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
};

const page = new EventTarget();
const { fetch, window } = globalThis;
afterEach(() => Object.assign(globalThis, { fetch, window }));

/** The screen's work in a browser whose requests `answer` answers. */
function openSheet(answer: (path: string, body: string) => Promise<Response>) {
  const sessionStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  Object.assign(globalThis, { window: page, sessionStorage, fetch: (path: string, init: RequestInit) => answer(path, String(init.body)) });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { queryKey } = fieldSheetQuery(CHOICE);
  client.setQueryData(queryKey, { pages: [{ items: [ITEM], next: null, total: 1 }], pageParams: [null] });
  let work: FieldReview | undefined;
  const Sheet = () => {
    work = useFieldReview(CHOICE, { id: 'me', name: 'Me' });
    return null;
  };
  renderToString(createElement(QueryClientProvider, { client }, createElement(Sheet)));
  return { work: work!, leave: () => client.removeQueries({ queryKey }) };
}

const asksBeforeClosing = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
};
const refusal = () =>
  Response.json({ type: 'x', title: 'No', status: 403, code: 'forbidden', detail: 'You may only look.' }, { status: 403 });

test('a correction is warned of from the first moment, sent again under the same id after a lost connection, then no more', async () => {
  const bodies: string[] = [];
  let locate = (_: Response) => {};
  const { work } = openSheet((path, body) => {
    if (path.includes('/pages')) return new Promise((resolve) => (locate = resolve));
    bodies.push(body);
    return bodies.length === 1 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(refusal());
  });
  expect(asksBeforeClosing()).toBe(false);
  const correcting = work.correct('d', 'B-2');
  expect(asksBeforeClosing()).toBe(true);
  locate(Response.json({ pages: [], page_count: 1 }));
  await correcting;
  await until(() => bodies.length === 1);
  expect(asksBeforeClosing()).toBe(true);
  await until(() => bodies.length === 2);
  expect(bodies[1]).toBe(bodies[0]);
  await until(() => !asksBeforeClosing());
});

test('a correction whose place is still looked for is saved though the screen was left', async () => {
  const bodies: string[] = [];
  let locate = (_: Response) => {};
  const { work, leave } = openSheet((path, body) => {
    if (path.includes('/pages')) return new Promise((resolve) => (locate = resolve));
    bodies.push(body);
    return Promise.resolve(refusal());
  });
  const correcting = work.correct('d', 'B-2');
  leave();
  locate(Response.json({ pages: [], page_count: 1 }));
  await correcting;
  await until(() => bodies.length === 1);
  expect(JSON.parse(bodies[0]!)).toMatchObject({
    revision: 3,
    actions: [{ draft: { kind: 'correct', pointer: '/number', value: 'B-2' } }],
  });
});
