import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { drop } from '../steps/drop-files.ts';
import { type StandIn, startStandIn } from '../steps/start-stand-in.ts';

// the second goes on with the deployment of the first
test.describe.configure({ mode: 'serial' });
const SERVICE = 'Quayside service';
const KEY = 'e2e-key-of-a-stranger-91c4';
const INVOICE = ['Lamp and Rope Ltd', 'Invoice number: LR-3307', 'Total amount: 84.20'].join('\n');

let standIn: StandIn<{ documents: { name: string }[]; jobs: { document: string }[] }>;
test.beforeAll(async () => {
  standIn = await startStandIn(KEY);
  await standIn.control({ shape: 'wrapped', schemas: ['po-2024', 'inv-7'], unknown_schema: '422' });
});
test.afterAll(() => standIn?.stop());

const schemaLine = (page: Page, name: string) => page.getByRole('dialog').getByRole('listitem', { name, exact: true });

test('a new admin connects a stranger’s service, tells one id, tries it, and reads the first document', async ({ page }) => {
  await page.goto('/settings/deployments');
  await page.getByRole('button', { name: 'Connect a deployment' }).click();
  const connect = page.getByRole('dialog', { name: 'Connect a deployment' });
  await connect.getByLabel('Name').fill(SERVICE);
  await connect.getByLabel('Address').fill(standIn.address);
  await connect.getByLabel('API key').fill(KEY);
  await connect.getByRole('button', { name: 'Test and save' }).click();

  const dialog = page.getByRole('dialog', { name: `Schema IDs at “${SERVICE}”` });
  await expect(dialog).toBeVisible();
  const order = schemaLine(page, 'Purchase order');
  await expect(order).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await order.getByRole('textbox').fill('po-2023');
  await order.getByRole('button', { name: 'Try it with a sample' }).click();
  await page.getByRole('menuitem', { name: /Playground order/ }).click();
  await expect(order.getByRole('alert')).toContainText('unknown schema po-2023', { timeout: 200_000 });
  expect(await axeFaults(page)).toEqual([]);

  await order.getByRole('textbox').fill('po-2024');
  await order.getByRole('button', { name: 'Try it with a sample' }).click();
  await page.getByRole('menuitem', { name: /Playground order/ }).click();
  await expect(order.getByText(/Works: \d+ of \d+ fields found/)).toBeVisible({ timeout: 200_000 });
  await expect(order.getByText('Orchard Lane School')).toBeVisible();
  await expect(order.getByText('In use')).toHaveCount(0);
  await order.scrollIntoViewIfNeeded();
  expect(await axeFaults(page)).toEqual([]);
  // the second trial needed no second upload
  const { documents, jobs } = await standIn.control();
  expect([documents.map(({ name }) => name), jobs.length]).toEqual([['purchase-order.md'], 1]);

  await order.getByRole('button', { name: 'Use this ID' }).click();
  await expect(order.getByText('In use')).toBeVisible();
  await order.getByRole('link', { name: 'purchase-order.md' }).click();
  await expect(page.getByRole('combobox', { name: 'Buyer', exact: true })).toHaveValue('Orchard Lane School');
});

test('a document dropped without an id waits, and goes on with one click', async ({ page }) => {
  await page.goto('/documents');
  await page.getByRole('button', { name: /Deployment for new documents/ }).click();
  await expect(page.getByRole('option', { name: SERVICE })).toContainText(/Knows 1 of \d+ schemas/);
  await page.getByRole('option', { name: SERVICE }).click();
  await page.getByRole('button', { name: /Schema for new documents/ }).click();
  const invoice = page.getByRole('option').filter({ hasText: /^Invoice/ });
  await expect(invoice).toContainText(`No ID at “${SERVICE}” yet`);
  await invoice.click();
  await drop(page, [{ name: 'lamps.txt', type: 'text/plain', bytes: Buffer.from(INVOICE) }]);
  const row = page.getByRole('row', { name: /lamps/ });
  await expect(row.getByText('Schema ID needed')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  expect((await standIn.control()).documents.map(({ name }) => name)).not.toContain('lamps.txt');

  await row.getByRole('link', { name: 'Enter the ID for lamps.txt' }).click();
  await page.getByLabel(`ID of “Invoice” at “${SERVICE}”`).fill('inv-7');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByRole('combobox', { name: /invoice number/i })).toHaveValue('LR-3307', { timeout: 200_000 });
  const { documents, jobs } = await standIn.control();
  expect(documents.filter(({ name }) => name === 'lamps.txt')).toHaveLength(1);
  expect(jobs.filter(({ document }) => document === 'lamps.txt')).toHaveLength(1);

  // the samples say what they need
  await page.goto('/documents');
  await page.getByRole('button', { name: 'More ways to add' }).click();
  await page.getByRole('menuitem', { name: 'Samples' }).click();
  const samples = page.getByRole('dialog', { name: 'Samples' });
  await expect(samples.getByText(`They are sent to “${SERVICE}”.`)).toBeVisible();
  await expect(samples.getByText(`“${SERVICE}” has no ID for “Contract” yet.`)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await samples.getByRole('link', { name: 'Enter the ID' }).first().click();
  await expect(page.getByRole('dialog', { name: `Schema IDs at “${SERVICE}”` })).toBeVisible();
  await expect(schemaLine(page, 'Contract').getByRole('textbox')).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

  // for the tests after this one
  const headers = { origin: new URL(page.url()).origin };
  const { items } = (await (await page.request.get('/api/deployments')).json()) as { items: { id: string; name: string }[] };
  const { id } = items.find(({ name }) => name === SERVICE)!;
  expect((await page.request.put(`/api/deployments/${id}`, { headers, data: { retired: true } })).ok()).toBe(true);
});
