import { expect, type Page, test } from '@playwright/test';
import { approve } from '../steps/approve.ts';
import { axeFaults } from '../steps/axe-faults.ts';
import { type Newcomer, openAs } from '../steps/open-as.ts';
import { stateOf } from '../steps/open-document.ts';

const CARL: Newcomer = { name: 'Carl Second', email: 'carl@example.org', password: 'a long password of Carl 1' };
const DORA: Newcomer = { name: 'Dora Third', email: 'dora@example.org', password: 'a long password of Dora 1' };
const FOLDER = 'queue-tests';

type Send = { method: 'post' | 'put'; path: string; data: unknown };
async function send<T>(page: Page, { method, path, data }: Send): Promise<T> {
  const answer = await page.request[method](path, { headers: { origin: new URL(page.url()).origin }, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

/** A schema of one field of its own, so that the documents of other tests are not in the way. */
async function makeSchema(page: Page, name: string): Promise<string> {
  const fields = [{ name: 'number', type: 'string', label: 'Ticket number' }];
  return (await send<{ id: string }>(page, { method: 'post', path: '/api/schemas', data: { name, fields } })).id;
}

/** Documents of the schema, waiting for a review. */
async function addDocuments(page: Page, schemaId: string, names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const query = `name=${name}.txt&folder=${FOLDER}&schema_id=${schemaId}`;
    const headers = { origin: new URL(page.url()).origin, 'content-type': 'text/plain' };
    const answer = await page.request.post(`/api/documents?${query}`, { headers, data: `Ticket\n\nTicket number: ${name}\n` });
    const { id } = (await answer.json()) as { id: string };
    await expect.poll(() => stateOf(page, id), { timeout: 200_000 }).toBe('to_review');
    ids.push(id);
  }
  return ids;
}

const answered = (page: Page) => page.getByText(/is approved|first of two approvals|must come from someone else|No more documents/).first();

const documentIdOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1);

test('a queue is made, two people pull different documents from it, and it leads from one to the next to the end', async ({
  page,
  browser,
}) => {
  const name = 'Tickets';
  await page.goto('/queues');
  // what a first try or another test left behind stays where it is
  const { items } = (await (await page.request.get('/api/queues')).json()) as { items: unknown[] };
  const isFirst = items.length === 0;
  if (isFirst) await expect(page.getByRole('heading', { name: 'Distribute work with queues' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const schemaId = await makeSchema(page, `Document of ${name}`);
  await addDocuments(page, schemaId, ['Q-1', 'Q-2', 'Q-3', 'Q-4']);
  // the screen has read the schemas before where queues are there already
  await page.reload();
  await page.getByRole('button', { name: 'New queue' }).click();
  const dialog = page.getByRole('dialog', { name: 'New queue' });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: /Schema/ }).click();
  await page.getByRole('option', { name: `Document of ${name}` }).click();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create queue' }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row.getByRole('cell').nth(2)).toHaveText('4');
  expect(await axeFaults(page)).toEqual([]);

  const carl = await openAs(CARL, browser, page);
  await carl.goto('/queues');
  await expect(carl.getByRole('button', { name: 'New queue' })).toHaveCount(0);
  await Promise.all([
    page.getByRole('button', { name: `Next for me in ${name}` }).click(),
    carl.getByRole('button', { name: `Next for me in ${name}` }).click(),
  ]);
  await page.waitForURL(/\/documents\/[0-9a-f-]+$/);
  await carl.waitForURL(/\/documents\/[0-9a-f-]+$/);
  expect(documentIdOf(page)).not.toBe(documentIdOf(carl));
  // each has one document open and the next one kept in advance; how much of that the other one's count knew is a matter of moments
  await expect(page.getByText(/^[234] left/)).toBeVisible();
  await expect(carl.getByText(/^[234] left/)).toBeVisible();
  const first = documentIdOf(page);
  await approve(page, answered(page));
  await expect.poll(() => documentIdOf(page)).not.toBe(first);
  await expect(page.getByText(/^1 left/)).toBeVisible({ timeout: 200_000 });
  expect(documentIdOf(page)).not.toBe(documentIdOf(carl));
  await approve(page, answered(page));
  await page.waitForURL(/\/queues$/);
  await expect(page.getByText(`No more documents are waiting for you in ${name}`)).toBeVisible();
  await expect(row.getByRole('cell').nth(4)).toHaveText(/^[12]$/);
  await page.keyboard.press('n');
  // what other tests left in no queue is given now
  const other = page.getByRole('button', { name: 'Approve', exact: true });
  if (isFirst) await expect(other.or(page.getByText('No documents are waiting for you').first())).toBeVisible();
  await carl.close();
});

test('where two people must approve, the first one cannot be the second', async ({ page, browser }) => {
  await page.goto('/settings/approval');
  const schemaId = await makeSchema(page, 'Ticket of two');
  await page.reload();
  await page.getByRole('button', { name: 'Change Ticket of two' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ticket of two' });
  await dialog.getByRole('button', { name: /Approval/ }).click();
  await page.getByRole('option', { name: 'Two people approve' }).click();
  await dialog.getByLabel(/Quality sample/).fill('100');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Ticket of two.*Always.*100 %/ })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const [id] = await addDocuments(page, schemaId, ['T-1']);
  await page.goto(`/documents/${id}`);
  await approve(page, answered(page));
  await expect(page.getByText('has the first of two approvals')).toBeVisible();
  await page.goto(`/documents/${id}`);
  await expect(page.getByText(/Approved by Ada Brandt, needs a second approval/)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await approve(page, answered(page));
  await expect(page.getByText('The second one must come from someone else.')).toBeVisible();
  await page.goto('/documents');
  const carl = await openAs(CARL, browser, page);
  await carl.goto(`/documents/${id}`);
  await approve(carl, answered(carl));
  await expect(carl.getByText(/is approved/).first()).toBeVisible();
  await carl.close();

  // approved by both, it is drawn for a quality sample by somebody else
  const dora = await openAs(DORA, browser, page);
  await dora.goto('/queues?tab=quality-samples');
  await dora.getByRole('link', { name: 'Check T-1.txt' }).click();
  await expect(dora.getByRole('button', { name: 'Compare' })).toBeDisabled();
  await expect(dora.getByText(/approved by/i)).toHaveCount(0);
  const input = dora.getByLabel('Ticket number', { exact: true });
  await expect(input).toHaveValue('');
  expect(await axeFaults(dora)).toEqual([]);
  // its values are withheld from her wherever she looks
  await dora.goto(`/documents/${id}`);
  await expect(dora.getByText('You are checking this document as a quality sample')).toBeVisible();
  const refused = await dora.request.get(`/api/documents/${id}/export?format=json&values=approved`);
  expect(refused.status()).toBe(409);
  expect(await (await dora.request.get(`/api/documents/${id}`)).json()).toMatchObject({
    fields: { number: { value: null, candidates: [] } },
  });
  expect(await axeFaults(dora)).toEqual([]);
  await dora.getByRole('link', { name: 'Go to the sample' }).click();
  await input.fill('T-2');
  await input.press('Enter');
  await dora.keyboard.press('ControlOrMeta+Enter');
  await expect(dora.getByText('Approved T-1', { exact: true })).toBeVisible();
  expect(await axeFaults(dora)).toEqual([]);
  await dora.getByRole('button', { name: 'Approved Ticket number is wrong' }).click();
  await expect(dora.getByLabel('Correct value of Ticket number')).toHaveValue('T-2');
  await dora.getByRole('button', { name: 'Save' }).click();
  const agreement = dora.getByRole('table', { name: 'Agreement by field' });
  await expect(agreement.getByRole('row', { name: /Ticket number 1 1 0 % 1 0 %/ })).toBeVisible();
  expect(await axeFaults(dora)).toEqual([]);
  await dora.close();
});

test('priority and due date are set for several documents at once, shown, and sorted by', async ({ page }) => {
  await page.goto('/documents');
  const schemaId = await makeSchema(page, 'Ticket of priority');
  await addDocuments(page, schemaId, ['P-1', 'P-2', 'P-3']);
  await page.goto(`/documents?schema=${schemaId}`);
  for (const name of ['P-1', 'P-3']) await page.getByRole('checkbox', { name: `Select ${name}.txt` }).check({ force: true });
  await page.getByRole('toolbar', { name: 'Selected documents' }).getByRole('button', { name: 'Priority' }).click();
  const dialog = page.getByRole('dialog', { name: 'Priority and due date' });
  await dialog.getByRole('button', { name: /^Priority|No change Priority/ }).click();
  await page.getByRole('option', { name: 'Urgent' }).click();
  await dialog.getByRole('button', { name: /Due/ }).click();
  await page.getByRole('option', { name: 'On a date …' }).click();
  await dialog.getByLabel('Due at').fill('2026-01-05T09:00');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Change 2 documents' }).click();
  await expect(page.getByText('2 documents changed')).toBeVisible();
  await expect(page.getByRole('row', { name: /P-1\.txt.*Urgent.*Past due/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /P-2\.txt/ })).not.toContainText('Urgent');
  await page.getByRole('columnheader', { name: 'Priority' }).getByRole('button').click();
  await expect(page.getByRole('row').nth(3)).toContainText('P-2.txt');
});

test('the audit trail is filtered, says old and new and from where, is verified and exported', async ({ page }) => {
  await page.goto('/documents');
  const schemaId = await makeSchema(page, 'Ticket of audit');
  const [id] = await addDocuments(page, schemaId, ['A-1']);
  const detail = await (await page.request.get(`/api/documents/${id}`)).json();
  const { revision: first } = (detail as { document: { revision: number } }).document;
  for (const [index, value] of ['A-5', 'A-9'].entries()) {
    const actions = [{ id: crypto.randomUUID(), draft: { kind: 'correct', pointer: '/number', value, evidence: [] } }];
    await send(page, { method: 'post', path: `/api/documents/${id}/actions`, data: { revision: first + index, actions } });
  }
  await page.goto('/audit');
  await page.getByRole('button', { name: /Event/ }).click();
  await page.getByRole('option', { name: 'Value corrected' }).click();
  const row = page.getByRole('row', {
    name: /Ada Brandt.*Value corrected.* A-1\.txt.*Ticket number: A-5 → A-9.*127\.0\.0\.1/,
  });
  await expect(row).toBeVisible();
  await row.hover();
  await row.getByRole('button', { name: 'Show only this document' }).click();
  await expect(page.getByText('2 entries', { exact: true })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Verify the chain' }).click();
  await expect(page.getByText(/entries checked, no changes found\./)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /JSON lines/ }).click()]);
  expect(download.suggestedFilename()).toBe('audit.jsonl');
  const exported = await page.request.get(`/api/audit/export?format=jsonl&document_id=${id}&event=value.corrected`);
  const last = (await exported.text()).trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({ old_value: 'A-5', new_value: 'A-9', field_label: 'Ticket number' });
  expect((JSON.parse(last) as { origin: { session: string | null } }).origin.session).not.toBeNull();
});

test('retention says beforehand what it would remove', async ({ page }) => {
  await page.goto('/settings/retention');
  await makeSchema(page, 'Ticket of retention');
  await page.reload();
  await page.getByRole('button', { name: 'Change Ticket of retention' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retention of Ticket of retention' });
  await dialog.getByLabel('Days after approval').fill('30');
  await expect(dialog.getByText('None of 0 approved documents is that old yet.')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('row', { name: /Ticket of retention.*30 days/ })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});
