import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { DeskDocument, DeskDocumentDetail, DeskDocumentState, ListDocuments } from '#lib/contract/desk/desk-document.ts';
import { documentKeys } from '../documents.ts';
import { applyDocumentChanges, patchList } from './apply-document-changes.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function row(n: number, state: DeskDocumentState, change: number, more: Partial<DeskDocument> = {}): DeskDocument {
  return {
    id: id(n),
    name: `file ${n}.pdf`,
    folder: '',
    state,
    service_status: null,
    failure: null,
    media_type: 'application/pdf',
    size: 10,
    sha256: 'a',
    page_count: 40,
    pages_read: 0,
    schema_id: null,
    schema_name: null,
    schema_version: null,
    open_flags: null,
    lowest_confidence: null,
    duplicate_of: null,
    parent: null,
    created_at: '2026-01-01T00:00:00.000Z',
    created_by: null,
    updated_at: '2026-01-01T00:00:00.000Z',
    lock: null,
    assigned_to: null,
    postponed: null,
    open_comments: 0,
    comments_revision: 0,
    priority: null,
    due_at: null,
    review_since: null,
    escalated_at: null,
    approved_automatically: false,
    first_approval: null,
    change,
    revision: 0,
    ...more,
  };
}

const list = (items: DeskDocument[], change = 10): ListDocuments => ({
  items,
  total: items.length,
  counts: Object.fromEntries(items.map(({ state }) => [state, items.filter((other) => other.state === state).length])),
  change,
});
const changed = (...rows: DeskDocument[]) => new Map(rows.map((one) => [one.id, one]));

test('page progress is put into the row without asking for the list again', () => {
  const before = list([row(1, 'indexing', 1), row(2, 'approved', 2)]);
  const { list: after, moved } = patchList(before, changed(row(1, 'indexing', 11, { pages_read: 12 })), new Set());
  expect(after.items[0]?.pages_read).toBe(12);
  expect(after.items[1]).toBe(before.items[1]);
  expect(moved).toBe(false);
});

test('a change of state moves the counts with it', () => {
  const { list: after, moved } = patchList(list([row(1, 'extracting', 1)]), changed(row(1, 'to_review', 11)), new Set());
  expect(after.counts).toEqual({ extracting: 0, to_review: 1 });
  expect(moved).toBe(true);
});

test('states that a search did not count stay uncounted', () => {
  const before = { ...list([row(1, 'extracting', 1)]), counts: { extracting: null, to_review: 3 } };
  expect(patchList(before, changed(row(1, 'to_review', 11)), new Set()).list.counts).toEqual({ extracting: null, to_review: 4 });
});

test('a list that shows values is asked for again when one of its documents changed', () => {
  const shown = { ...list([row(1, 'to_review', 1)]), values: { [id(1)]: { total: { text: '1.00' } } } };
  expect(patchList(shown, changed(row(1, 'to_review', 11)), new Set()).moved).toBe(true);
});

test('an answer that is older than the row changes nothing', () => {
  const before = list([row(1, 'approved', 20)], 20);
  expect(patchList(before, changed(row(1, 'to_review', 15)), new Set())).toEqual({ list: before, moved: false });
});

test('a new document and a removed one make the list stale', () => {
  const before = list([row(1, 'approved', 1)]);
  expect(patchList(before, changed(row(2, 'received', 11)), new Set()).moved).toBe(true);
  expect(patchList(before, changed(), new Set([id(1)])).moved).toBe(true);
});

function detail(document: DeskDocument): DeskDocumentDetail {
  return { document, schema: null, fields: null, flags: [], approval: null, rejection: null, attachments: [], unfitting: {} };
}
const answer = (...documents: DeskDocument[]) => ({ documents, removed: [], change: 30, in_flight: 0 });

test('the open document is asked for again when the machine is done with it', () => {
  const client = new QueryClient();
  client.setQueryData(documentKeys.detail(id(1)), detail(row(1, 'extracting', 1)));
  applyDocumentChanges(client, answer(row(1, 'to_review', 11)));
  expect(client.getQueryData<DeskDocumentDetail>(documentKeys.detail(id(1)))?.document.state).toBe('to_review');
  expect(client.getQueryState(documentKeys.detail(id(1)))?.isInvalidated).toBe(true);
});

test('somebody else’s revision is fetched with its fields, not shown over the old ones', () => {
  const client = new QueryClient();
  client.setQueryData(documentKeys.detail(id(1)), detail(row(1, 'to_review', 1, { revision: 3 })));
  applyDocumentChanges(client, answer(row(1, 'to_review', 11, { revision: 4 })));
  expect(client.getQueryData<DeskDocumentDetail>(documentKeys.detail(id(1)))?.document.revision).toBe(3);
  expect(client.getQueryState(documentKeys.detail(id(1)))?.isInvalidated).toBe(true);
});

test('while an own write is under way its revision is left to its answer', async () => {
  const client = new QueryClient();
  client.setQueryData(documentKeys.detail(id(1)), detail(row(1, 'to_review', 1, { revision: 3 })));
  let finish = () => {};
  const write = client.getMutationCache().build(client, {
    mutationKey: documentKeys.write(id(1)),
    mutationFn: () => new Promise<void>((resolve) => (finish = resolve)),
  });
  const done = write.execute(undefined);
  await Promise.resolve();
  applyDocumentChanges(client, answer(row(1, 'to_review', 11, { revision: 4 })));
  expect(client.getQueryState(documentKeys.detail(id(1)))?.isInvalidated).toBe(false);
  finish();
  await done;
});

test('the line of a review that is open beside lists keeps no change from arriving', () => {
  const client = new QueryClient();
  client.setQueryData(documentKeys.line(id(1)), { next: row(2, 'to_review', 3), waiting: 2 });
  client.setQueryData(documentKeys.list({}), list([row(1, 'to_review', 1)]));
  const moved = applyDocumentChanges(client, { documents: [row(1, 'approved', 11)], removed: [], change: 11, in_flight: 0 });
  expect(moved).toBe(true);
  expect(client.getQueryData<ListDocuments>(documentKeys.list({}))?.items[0]?.state).toBe('approved');
});

test('a row that is attached to another is changed where it stands', () => {
  const before = { ...list([row(1, 'to_review', 1)]), attached: [row(2, 'extracting', 2)] };
  const { list: after } = patchList(before, changed(row(2, 'to_review', 11)), new Set());
  expect(after.attached?.[0]?.state).toBe('to_review');
  expect(after.items[0]).toBe(before.items[0]);
});

test('a removed document is forgotten, unless its screen is open', () => {
  const client = new QueryClient();
  for (const n of [1, 2]) client.setQueryData(documentKeys.detail(id(n)), detail(row(n, 'to_review', 1)));
  const screen = new QueryObserver(client, { queryKey: documentKeys.detail(id(2)), staleTime: Number.POSITIVE_INFINITY });
  const leave = screen.subscribe(() => undefined);
  applyDocumentChanges(client, { documents: [], removed: [id(1), id(2)], change: 30, in_flight: 0 });
  expect(client.getQueryData(documentKeys.detail(id(1)))).toBeUndefined();
  expect(client.getQueryData(documentKeys.detail(id(2)))).toBeDefined();
  leave();
});

test('news that is older than the open document changes nothing', () => {
  const client = new QueryClient();
  const open = detail(row(1, 'approved', 20));
  client.setQueryData(documentKeys.detail(id(1)), open);
  applyDocumentChanges(client, answer(row(1, 'to_review', 15)));
  expect(client.getQueryData(documentKeys.detail(id(1)))).toBe(open);
  expect(client.getQueryState(documentKeys.detail(id(1)))?.isInvalidated).toBe(false);
});

test('the lists that are shown keep the time they were asked for, so that they are not taken for newer than they are', () => {
  const client = new QueryClient();
  client.setQueryData(documentKeys.list({}), list([row(1, 'to_review', 1)]), { updatedAt: 1_000 });
  applyDocumentChanges(client, answer(row(1, 'approved', 11)));
  expect(client.getQueryState(documentKeys.list({}))?.dataUpdatedAt).toBe(1_000);
});
