import { beforeEach, expect, test } from 'vitest';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { SELECTED_GROUP, useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { keepRecent, recentDocument } from '#components/shared/recent-items.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import { newId } from '#lib/client/http/new-id.ts';
import { listDocumentsSchema } from '#lib/contract/desk/desk-document.ts';
import { listQueuesSchema } from '#lib/contract/desk/queue.ts';
import { listViewsSchema } from '#lib/contract/desk/search/saved-view.ts';
import { CommandPalette } from './command-palette.tsx';

const ADA = { id: 'ada', name: 'Ada', email: 'ada@example.org', role: 'reviewer' } as const;

function Screen() {
  useShortcuts('Everywhere', [
    { id: 'test.sheet', keys: ['?'], label: 'Show keys', run: () => undefined },
    { id: 'test.sheet-typing', keys: ['Mod+/'], label: 'Show keys, while typing', isSecondKey: true, run: () => undefined },
  ]);
  return <CommandPalette onClose={() => undefined} />;
}

const NOTHING = { items: [] };

beforeEach(() => {
  localStorage.clear();
  onRequest('GET /api/queues', () => json(listQueuesSchema, { ...NOTHING, seconds_per_document: null, unqueued: null }));
  onRequest('GET /api/schemas', () => ({ status: 200, type: 'application/json', body: btoa(JSON.stringify(NOTHING)) }));
  onRequest('GET /api/views', () => json(listViewsSchema, NOTHING));
});

test('the palette opens with the documents opened last, and names each command once', async () => {
  keepRecent(ADA.id, recentDocument('d1', 'first.pdf'));
  keepRecent(ADA.id, recentDocument('d2', 'second.pdf'));
  const { screen } = await renderInApp(
    <CurrentUserContext value={ADA}>
      <Screen />
    </CurrentUserContext>,
  );
  const recent = screen.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect.poll(() => recent.elements().map((option) => option.textContent)).toEqual(['second.pdf', 'first.pdf']);
  expect(screen.getByRole('option', { name: /Show keys/ }).elements()).toHaveLength(1);
});

test('what can be done with selected documents stands before the other commands of the screen', async () => {
  const Selected = () => {
    useShortcuts('Documents', [{ id: 'test.next', keys: ['j'], label: 'Next document', run: () => undefined }]);
    useShortcuts(SELECTED_GROUP, [{ id: 'test.export', keys: [], label: 'Export 3 documents …', run: () => undefined }]);
    return <Screen />;
  };
  const { screen } = await renderInApp(
    <CurrentUserContext value={ADA}>
      <Selected />
    </CurrentUserContext>,
  );
  const selected = screen.getByRole('group', { name: 'Selected documents' });
  await expect.element(selected.getByRole('option', { name: /Export 3 documents/ })).toBeVisible();
  const groups = screen.getByRole('group').elements();
  expect(groups.map((group) => group.querySelector('p')?.textContent).slice(0, 2)).toEqual(['Selected documents', 'This screen']);
});

test('a saved view is offered, and a found document says where the words stand', async () => {
  const view = {
    id: newId(),
    name: 'Large ones',
    is_shared: true,
    owner: { id: 'ben', name: 'Ben' },
    may_change: false,
    state: { tab: 'failed' },
  };
  onRequest('GET /api/views', () => json(listViewsSchema, { items: [view] }));
  const document = documentWith({ id: newId(), name: 'order-7.pdf', state: 'to_review' });
  const place = {
    kind: 'page' as const,
    page: 2,
    parts: [
      { text: 'the ', is_match: false },
      { text: 'crane', is_match: true },
    ],
    sought: 'crane',
  };
  onRequest('GET /api/documents', () =>
    json(listDocumentsSchema, { items: [document], total: 1, counts: {}, change: 1, found: { [document.id]: place } }),
  );
  const { screen } = await renderInApp(
    <CurrentUserContext value={ADA}>
      <Screen />
    </CurrentUserContext>,
  );
  await expect.element(screen.getByRole('option', { name: /Large ones.*View shared by Ben/ })).toBeVisible();
  await screen.getByRole('combobox').fill('crane');
  await expect.element(screen.getByRole('option', { name: /order-7.pdf.*On page 2: the crane/ })).toBeVisible();
});

test('what every screen has comes after what this one has, and what is of use as a key only is left out', async () => {
  function Busy() {
    useShortcuts('List', [
      { id: 'test.open', keys: ['Enter'], label: 'Open it', run: () => undefined },
      { id: 'test.third', keys: ['3'], label: 'Use candidate 3', isKeyOnly: true, run: () => undefined },
    ]);
    return <Screen />;
  }
  const { screen } = await renderInApp(
    <CurrentUserContext value={ADA}>
      <Busy />
    </CurrentUserContext>,
  );
  await expect.element(screen.getByRole('group', { name: 'Everywhere' })).toBeVisible();
  const groups = screen
    .getByRole('group')
    .elements()
    .map((group) => group.getAttribute('aria-label') ?? group.textContent);
  expect(groups.findIndex((name) => name?.startsWith('This screen'))).toBeLessThan(
    groups.findIndex((name) => name?.startsWith('Everywhere')),
  );
  expect(screen.getByRole('option', { name: /Use candidate/ }).elements()).toHaveLength(0);
});
