import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { SELECTED_GROUP, useShortcutGroups } from '#components/shared/keys/shortcuts.ts';
import { json, onRequest, text } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import { exportIdsSchema } from '#lib/contract/desk/export.ts';
import { listSchemaSettingsSchema } from '#lib/contract/desk/schemas/schema-settings.ts';
import { listPeopleNamesSchema, type Role } from '#lib/contract/desk/user.ts';
import type { ListState } from '../list/use-list-state.ts';
import { BulkBar } from './bulk-bar.tsx';

const IDS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

/** What the palette has of the selection, a button each. */
function Commands() {
  const commands = useShortcutGroups().filter(({ title }) => title === SELECTED_GROUP);
  return (
    <ul aria-label="Commands">
      {commands
        .flatMap(({ shortcuts }) => shortcuts)
        .filter(({ isDisabled }) => !isDisabled)
        .map(({ id, label, run }) => (
          <li key={id}>
            <button type="button" onClick={() => run(new KeyboardEvent('keydown'))}>
              {label}
            </button>
          </li>
        ))}
    </ul>
  );
}

async function select(role: Role = 'reviewer') {
  onRequest('GET /api/schema-settings', () => json(listSchemaSettingsSchema, { items: [] }));
  onRequest('GET /api/people/names', () => json(listPeopleNamesSchema, { items: [{ id: 'ben', name: 'Ben' }] }));
  const documents = IDS.map((id) => documentWith({ id, state: 'to_review' }));
  const rest = { total: 9, list: { query: {} } as ListState, isAll: false, isSelectingAll: false };
  await renderInApp(
    <CurrentUserContext value={{ id: 'ada', name: 'Ada', email: 'ada@example.org', role }}>
      <BulkBar documents={documents} {...rest} onSelectAll={() => undefined} onClear={() => undefined} />
      <Commands />
    </CurrentUserContext>,
  );
  return page.getByRole('list', { name: 'Commands' }).getByRole('button');
}

test('what the bar of the selection offers is offered by the palette, with how many are selected', async () => {
  const commands = await select();
  expect(
    commands
      .elements()
      .map(({ textContent }) => textContent)
      .toSorted(),
  ).toEqual([
    'Approve 2 documents …',
    'Assign 2 documents to me …',
    'Assign 2 documents …',
    'Change priority of 2 documents …',
    'Choose a schema for 2 documents …',
    'Clear the selection of 2 documents',
    'Delete 2 documents …',
    'Detect the kind of 2 documents …',
    'Export 2 documents …',
    'Extract 2 documents again …',
    'Postpone 2 documents …',
    'Reject 2 documents …',
  ]);
  await page.getByRole('button', { name: 'Reject 2 documents …' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Reject documents' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Reject documents' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Assign 2 documents …' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Ben' })).toBeVisible();
});

test('whoever may only look exports the selection from the palette, and can do nothing else with it', async () => {
  const commands = await select('viewer');
  expect(commands.elements().map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Export 2 documents …', 'Clear the selection of 2 documents']),
  );
  expect(commands.elements()).toHaveLength(2);
  const asked: unknown[] = [];
  onRequest('POST /api/documents/export', (request) => {
    asked.push(request.json(exportIdsSchema), `${request.query}`);
    return { ...text('', 'text/csv'), headers: { 'x-document-count': '0' } };
  });
  await page.getByRole('button', { name: 'Export 2 documents …' }).click();
  await page.getByRole('menuitem', { name: 'Extracted values as Excel', exact: true }).click();
  await expect.element(page.getByText('There was nothing to export')).toBeVisible();
  expect(asked).toEqual([{ ids: IDS }, 'format=xlsx&values=extracted']);
});
