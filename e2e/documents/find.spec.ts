import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { openAs } from '../steps/open-as.ts';
import { stateOf } from '../steps/open-document.ts';

const headers = (page: Page) => ({ origin: new URL(page.url()).origin });

/** A schema with a name, an amount and a day. @returns its id */
async function makeSchema(page: Page, name: string): Promise<string> {
  const fields = [
    { name: 'supplier', label: 'Supplier', type: 'string' },
    { name: 'total', label: 'Total', type: 'money', required: true },
  ];
  const made = await page.request.post('/api/schemas', { headers: headers(page), data: { name, fields, rules: [] } });
  return ((await made.json()) as { id: string }).id;
}

/** Sends a text and waits until it can be reviewed. @returns the document's id */
async function send(page: Page, schemaId: string, name: string, text: string): Promise<string> {
  const sent = await page.request.post(`/api/documents?name=${name}&schema_id=${schemaId}`, {
    headers: { ...headers(page), 'content-type': 'text/plain' },
    data: text,
  });
  const { id } = (await sent.json()) as { id: string };
  await expect.poll(() => stateOf(page, id), { timeout: 200_000 }).toBe('to_review');
  return id;
}

type Detail = { document: { revision: number }; fields: Record<string, { value: unknown }>; flags: unknown[] };
const detailOf = async (page: Page, id: string) => (await (await page.request.get(`/api/documents/${id}`)).json()) as Detail;

/** Says by hand what the values are, so that no flag is open. */
async function enter(page: Page, id: string, values: Record<string, unknown>): Promise<void> {
  const { document } = await detailOf(page, id);
  const actions = Object.entries(values).map(([field, value]) => ({
    id: crypto.randomUUID(),
    draft: { kind: 'correct', pointer: `/${field}`, value, evidence: [] },
  }));
  const saved = await page.request.post(`/api/documents/${id}/actions`, {
    headers: headers(page),
    data: { revision: document.revision, actions },
  });
  expect(saved.ok()).toBe(true);
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name.replace('.', '\\.')) });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search documents' });

/** Searches again until the worker has come to the document. */
async function searchUntilFound(page: Page, words: string, name: string): Promise<void> {
  await expect(async () => {
    await search(page).fill('');
    await search(page).fill(words);
    await expect(row(page, name)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}

test('a document is found by a value as a person left it, and the list says in which field', async ({ page }) => {
  await page.goto('/documents');
  const schemaId = await makeSchema(page, 'Find by value');
  const id = await send(page, schemaId, 'find-value.txt', 'Supplier: Somebody else\nTotal: 10.00');
  await enter(page, id, { supplier: 'Zwölfender Müller GmbH', total: 76543.21 });
  await searchUntilFound(page, 'zwolfender', 'find-value.txt');
  await expect(row(page, 'find-value.txt').getByText('Supplier:')).toBeVisible();
  await expect(row(page, 'find-value.txt').locator('mark')).toHaveText('Zwölfender');
  // The amount in the spelling of another country.
  await search(page).fill('76.543,21');
  await expect(row(page, 'find-value.txt')).toBeVisible();
  await expect(row(page, 'find-value.txt').getByText('Total:')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});

test('a document is found by its text, and opens with the words marked on the page', async ({ page }) => {
  await page.goto('/documents');
  const schemaId = await makeSchema(page, 'Find by text');
  await send(page, schemaId, 'find-text.txt', 'Total: 12.00\n\nThe quayside crane lifted nine containers that morning.');
  await searchUntilFound(page, 'quayside containers', 'find-text.txt');
  await expect(row(page, 'find-text.txt').getByText('On page 1:')).toBeVisible();
  await search(page).fill('quayside');
  await expect(row(page, 'find-text.txt').locator('mark')).toHaveCount(1);
  await expect(row(page, 'find-text.txt').locator('mark')).toHaveText('quayside');
  await search(page).fill('quayside containers');
  await expect(row(page, 'find-text.txt').locator('mark')).toHaveCount(2);
  await page.getByRole('link', { name: 'find-text.txt' }).click();
  const bar = page.getByRole('search', { name: 'Search in this document' });
  await expect(bar.getByRole('searchbox')).toHaveValue('quayside containers');
  await expect(bar.getByRole('status')).toHaveText('1 of 2');
  await bar.getByRole('searchbox').fill('crane lifted');
  await expect(bar.getByRole('status')).toHaveText('1 of 1');
});

test('documents are filtered by a field, shown with its values, and the view is kept', async ({ page }) => {
  await page.goto('/documents');
  const schemaId = await makeSchema(page, 'Find by field');
  const small = await send(page, schemaId, 'find-small.txt', 'Supplier: Anton\nTotal: 10.00');
  const large = await send(page, schemaId, 'find-large.txt', 'Supplier: Berta\nTotal: 4,000.00');
  await enter(page, small, { supplier: 'Anton', total: 10 });
  await enter(page, large, { supplier: 'Berta', total: 4000 });
  await page.goto(`/documents?schema=${schemaId}`);
  await page.getByRole('button', { name: 'Add filter' }).click();
  const editor = page.getByRole('dialog', { name: 'Add a filter' });
  await editor.getByRole('button', { name: /Field/ }).click();
  await page.getByRole('option', { name: 'Total' }).click();
  await editor.getByRole('textbox', { name: 'Value' }).fill('1,000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Change the filter: Total is more than/ })).toBeVisible();
  await expect(row(page, 'find-small.txt')).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Total' }).click();
  await page.keyboard.press('Escape');
  await expect(async () => {
    await page.reload();
    await expect(row(page, 'find-large.txt').getByText('4\u202f000.00')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view …' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Large ones');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'View: Large ones' })).toBeVisible();
  // It comes back as it was, on another day and from another place.
  await page.goto('/documents');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Large ones' }).click();
  await expect(row(page, 'find-large.txt').getByText('4\u202f000.00')).toBeVisible();
  await expect(row(page, 'find-small.txt')).toHaveCount(0);
});

test('what has no flag is approved in bulk, what has some is left, and the approval is taken back', async ({ page }) => {
  await page.goto('/documents');
  const schemaId = await makeSchema(page, 'Bulk approval');
  const ids = [await send(page, schemaId, 'bulk-one.txt', 'Total: 1.00'), await send(page, schemaId, 'bulk-two.txt', 'Total: 2.00')];
  for (const id of ids) await enter(page, id, { supplier: 'Anton', total: 1 });
  const flagged = await send(page, schemaId, 'bulk-flagged.txt', 'Nothing of what is sought stands here.');
  expect((await detailOf(page, flagged)).flags.length).toBeGreaterThan(0);
  await page.goto(`/documents?schema=${schemaId}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true });
  await page.getByRole('toolbar', { name: 'Selected documents' }).getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve documents' });
  await expect(dialog.getByText('2 documents will be approved.')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Documents left as they are' })).toContainText('bulk-flagged.txt');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve 2 documents' }).click();
  await expect(dialog.getByText('2 documents approved.')).toBeVisible();
  expect(await Promise.all(ids.map((id) => stateOf(page, id)))).toEqual(['approved', 'approved']);
  expect(await stateOf(page, flagged)).toBe('to_review');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Undo' })).toContainText('2 documents undone');
  expect(await Promise.all(ids.map((id) => stateOf(page, id)))).toEqual(['to_review', 'to_review']);
});

test('an assignment in bulk is undone after coming back to the list, but not where somebody changed it meanwhile', async ({
  page,
  browser,
}) => {
  await page.goto('/documents');
  const schemaId = await makeSchema(page, 'Bulk assignment');
  const names = ['give-one.txt', 'give-two.txt', 'give-changed.txt'];
  const ids = [];
  for (const name of names) ids.push(await send(page, schemaId, name, 'Total: 1.00'));
  const changed = ids[2]!;
  const assigneeOf = async (id: string) =>
    ((await (await page.request.get(`/api/documents/${id}`)).json()) as { document: { assigned_to: { name: string } | null } }).document
      .assigned_to?.name ?? null;
  const ben = await openAs({ name: 'Ben Changes', email: 'ben.changes@example.org', password: 'a long password of Ben 1' }, browser, page);

  await page.goto(`/documents?schema=${schemaId}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true });
  await page.getByRole('toolbar', { name: 'Selected documents' }).getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('menuitem', { name: 'Me', exact: true }).click();
  await page.getByRole('dialog', { name: 'Assign documents' }).getByRole('button', { name: 'Assign 3 documents' }).click();
  const note = page.getByRole('region', { name: 'Undo' });
  await expect(note).toContainText('3 documents assigned to you. Can be undone until');
  expect(await axeFaults(page)).toEqual([]);

  await ben.goto(`/documents?schema=${schemaId}`);
  await row(ben, 'give-changed.txt').getByRole('checkbox').check({ force: true });
  await ben.getByRole('toolbar', { name: 'Selected documents' }).getByRole('button', { name: 'Assign' }).click();
  await ben.getByRole('menuitem', { name: 'Me', exact: true }).click();
  await ben.getByRole('button', { name: 'Assign 1 document' }).click();
  await expect(ben.getByRole('region', { name: 'Undo' })).toContainText('1 document assigned to you.');

  await row(page, 'give-one.txt').getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  // also after a reload of the tab
  await page.reload();
  await page.locator('main').getByRole('link', { name: 'Documents', exact: true }).click();
  await note.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(note).toContainText('2 documents undone');
  await expect(note.getByText('1 document left because somebody changed it meanwhile')).toBeVisible();
  await expect(note.getByRole('link', { name: 'give-changed.txt' })).toHaveAttribute('href', `/documents/${changed}`);
  await expect(note).toContainText('Somebody changed it meanwhile: it is assigned to Ben Changes now.');
  await expect(note).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  expect(await Promise.all(ids.map(assigneeOf))).toEqual([null, null, 'Ben Changes']);
});
