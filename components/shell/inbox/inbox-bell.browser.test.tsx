import { beforeEach, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { InboxBell } from '#components/shell/inbox/inbox-bell.tsx';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { useDocumentChanges } from '#lib/client/documents/changes/use-document-changes.ts';
import { documentChangesSchema, listDocumentsSchema } from '#lib/contract/desk/desk-document.ts';
import { type InboxEntry, inboxUnreadSchema, listInboxSchema, readInboxSchema } from '#lib/contract/desk/inbox.ts';
import type { Role } from '#lib/contract/desk/user.ts';

const NOW = Date.now();
const DOCUMENT = '0198c0de-0000-7000-8000-0000000000aa';
const id = (number: number) => `0198c0de-0000-7000-8000-00000000000${number}`;
const entry = (number: number, more: Partial<InboxEntry>): InboxEntry => ({
  id: id(number),
  kind: 'mentioned',
  by: { kind: 'person', id: 'anna', name: 'Anna' },
  at: new Date(NOW).toISOString(),
  count: 1,
  documents: [{ id: DOCUMENT, name: 'rent.pdf', state: 'to_review', has_page: false }],
  comment: null,
  deployment: null,
  schema: null,
  reason: null,
  read: false,
  settled: false,
  ...more,
});

let items: InboxEntry[];
let asked: unknown[];
beforeEach(() => {
  document.title = 'Documents · Countersign';
  asked = [];
  items = [
    entry(1, { comment: { id: id(9), text: '@Ben is this right?' } }),
    entry(2, {
      kind: 'assigned',
      at: new Date(NOW - 24 * 3_600_000).toISOString(),
      count: 2,
      documents: [
        { id: DOCUMENT, name: 'rent.pdf', state: 'to_review', has_page: false },
        { id: id(7), name: 'heating.pdf', state: 'to_review', has_page: false },
      ],
    }),
  ];
  const unread = () => items.filter(({ read }) => !read).length;
  const none = { items: [], total: 0, page: 1, page_size: 1, counts: {}, change: 1 };
  onRequest('GET /api/documents', () => json(listDocumentsSchema, none as never));
  onRequest('GET /api/documents/changes', () =>
    json(documentChangesSchema, { documents: [], removed: [], change: 1, in_flight: 0, unread: unread() }),
  );
  onRequest('GET /api/inbox', () => json(listInboxSchema, { items, unread: unread(), next: null }));
  onRequest('POST /api/inbox/read', (request) => {
    const body = request.json(readInboxSchema);
    asked.push(body);
    items = items.map((one) => ({ ...one, read: 'all' in body || body.ids.includes(one.id) || one.read }));
    return json(inboxUnreadSchema, { unread: unread() });
  });
});

function Bell() {
  useDocumentChanges();
  return <InboxBell />;
}

const show = (role: Role = 'reviewer') =>
  renderInApp(
    <CurrentUserContext value={{ id: 'ben', name: 'Ben', email: 'ben@example.org', role }}>
      <Bell />
    </CurrentUserContext>,
  );
const bell = (unread: number) => page.getByRole('button', { name: unread > 0 ? `Inbox, ${unread} unread` : 'Inbox', exact: true });

test('the number of unread entries stands at the bell and in the title, and follows a title that changes', async () => {
  await show();
  await expect.element(bell(2)).toBeVisible();
  await expect.poll(() => document.title).toBe('(2) Documents · Countersign');
  document.title = 'Review · Countersign';
  await expect.poll(() => document.title).toBe('(2) Review · Countersign');
});

test('a key opens the panel with entries by day; Enter goes to the comment and marks it as read', async () => {
  const { visited } = await show();
  await expect.element(bell(2)).toBeVisible();
  await userEvent.keyboard('i');
  const panel = page.getByRole('dialog', { name: 'Inbox' });
  await expect.element(panel.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect.element(panel.getByRole('heading', { name: 'Yesterday' })).toBeVisible();
  expect(await commands.axeInPage()).toEqual([]);
  const mention = panel.getByRole('link', { name: /Anna mentioned you/ });
  await expect.element(mention).toHaveTextContent('@Ben is this right?');
  await expect.element(mention).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(visited).toEqual([`/documents/${DOCUMENT}?comment=${id(9)}`]);
  await expect.poll(() => asked).toEqual([{ ids: [id(1)], read: true }]);
  await expect.element(bell(1)).toBeVisible();
  await expect.poll(() => document.title).toBe('(1) Documents · Countersign');
});

test('an entry about several documents lists them; the arrow keys go through all', async () => {
  await show();
  await bell(2).click();
  const panel = page.getByRole('dialog', { name: 'Inbox' });
  const group = panel.getByRole('button', { name: /Anna assigned 2 documents to you/ });
  await group.click();
  await expect.element(panel.getByRole('link', { name: 'heating.pdf', exact: true })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(panel.getByRole('link', { name: 'heating.pdf', exact: true })).toHaveFocus();
  await userEvent.keyboard('{Home}');
  await expect.element(panel.getByRole('link', { name: /Anna mentioned you/ })).toHaveFocus();
});

test('all are read with one button, and an empty inbox says what would come', async () => {
  await show();
  await bell(2).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(() => asked).toEqual([{ all: true }]);
  await expect.poll(() => document.title).toBe('Documents · Countersign');
  items = [];
  await userEvent.keyboard('{Escape}');
  await bell(0).click();
  await expect.element(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
});

test('Escape closes the panel also after the button that had the focus has nothing more to do', async () => {
  await show();
  await bell(2).click();
  const readAll = page.getByRole('button', { name: 'Mark all as read' });
  await readAll.click();
  await expect.element(readAll).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByRole('dialog', { name: 'Inbox' }).query()).toBeNull();
});

test('there is no bell for people who may only look', async () => {
  await show('viewer');
  await expect.poll(() => page.getByRole('button', { name: /Inbox/ }).query()).toBeNull();
});
