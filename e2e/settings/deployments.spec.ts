import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { drop } from '../steps/drop-files.ts';
import { type StandIn, startStandIn } from '../steps/start-stand-in.ts';

// the later ones go on with the deployment of the first
test.describe.configure({ mode: 'serial' });
/** Its name: another one in each try, whose deployment is another process. */
const SERVICE = 'Harbour service';

const KEY = 'e2e-key-of-a-deployment-55d2';
const TEXT = [
  'Quay Street Chandlers',
  'Invoice number: QSC-2081',
  'Total amount: 118.40',
  'Loyalty band: silver',
  'The ropes and shackles were packed on Monday and left the quay on Tuesday morning. We thank you for an order that kept two apprentices busy.',
].join('\n');
let standIn: StandIn;

test.beforeAll(async () => {
  standIn = await startStandIn(KEY);
  await standIn.control({ shape: 'wrapped' });
});
test.afterAll(() => standIn?.stop());

/** Those that a try that failed has connected. */
async function retireOthers(page: Page): Promise<void> {
  await page.goto('/settings/deployments');
  const headers = { origin: new URL(page.url()).origin };
  const { items } = (await (await page.request.get('/api/deployments')).json()) as { items: { id: string; embedded: boolean }[] };
  for (const { id } of items.filter(({ embedded }) => !embedded))
    await page.request.put(`/api/deployments/${id}`, { headers, data: { retired: true, accept_failing: true } });
}

test('an admin connects a deployment, is told what is wrong first, and the key is not seen again', async ({ page }) => {
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''));
  });
  await retireOthers(page);
  await page.goto('/settings/deployments');
  await expect(page.getByRole('listitem', { name: 'Embedded service' }).getByText('For new documents')).toBeVisible();
  await page.getByRole('button', { name: 'Connect a deployment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a deployment' });
  await dialog.getByLabel('Name').fill(SERVICE);
  await dialog.getByLabel('Address').fill(`${standIn.address}/v1`);
  await dialog.getByLabel('API key').fill('not-the-key');
  await dialog.getByRole('button', { name: 'Test and save' }).click();
  await expect(dialog.getByText('Key not accepted. Not saved.')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByLabel('API key').fill(KEY);
  await dialog.getByRole('button', { name: 'Test and save' }).click();
  await page
    .getByRole('dialog', { name: `Schema IDs at “${SERVICE}”` })
    .getByRole('button', { name: 'Done' })
    .click();
  const card = page.getByRole('listitem', { name: SERVICE });
  await expect(card.getByText('Works', { exact: true })).toBeVisible();
  await expect(card.getByText(standIn.address)).toBeVisible();
  await page.reload();
  await expect(card).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  expect(answers.join('\n')).not.toContain(KEY);
});

test('a schema of the desk gets its id there', async ({ page }) => {
  await page.goto('/settings/deployments');
  await page.getByRole('button', { name: `Actions for ${SERVICE}` }).click();
  await page.getByRole('menuitem', { name: 'Schema IDs …' }).click();
  const invoice = page.getByRole('dialog').getByRole('listitem', { name: 'Invoice', exact: true });
  await invoice.getByRole('textbox').fill('sch_4410');
  await invoice.getByRole('button', { name: 'Use this ID' }).click();
  await expect(invoice.getByText('In use')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});

test('a document dropped for it comes back with places, the rest of the answer, and a summary whose sentences lead to the page', async ({
  page,
}) => {
  await page.goto('/documents');
  await page.getByRole('button', { name: /Deployment for new documents/ }).click();
  await page.getByRole('option', { name: SERVICE }).click();
  await page.getByRole('button', { name: /Schema for new documents/ }).click();
  await page.getByRole('option', { name: 'Invoice', exact: true }).click();
  await drop(page, [{ name: 'chandlers.txt', type: 'text/plain', bytes: Buffer.from(TEXT) }]);
  const row = page.getByRole('row', { name: /chandlers/ });
  await expect(row.getByText('To review')).toBeVisible({ timeout: 200_000 });
  await row.getByRole('link', { name: 'chandlers.txt' }).click();

  await expect(page.getByRole('combobox', { name: /invoice number/i })).toHaveValue('QSC-2081');
  await page.getByRole('combobox', { name: /invoice number/i }).focus();
  await expect(page.locator('[data-mark="/invoice_number"]')).toBeVisible();
  await expect(page.getByText(`Read by “${SERVICE}”.`)).toBeVisible();
  await page.getByRole('button', { name: 'Show the response' }).click();
  const answer = page.getByRole('dialog', { name: 'Raw response of the document service' });
  await expect(answer.getByText(/loyalty_band/).first()).toBeVisible();
  await expect(answer.getByLabel('Full response')).toHaveValue(/QSC-2081/);
  expect(await axeFaults(page)).toEqual([]);
  await answer.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Summary' }).click();
  const summary = page.getByRole('dialog', { name: 'Summary' });
  await summary.getByRole('button', { name: 'Summarise' }).click();
  const sentence = summary.getByRole('button', { name: /two apprentices busy/ });
  await expect(sentence).toBeVisible({ timeout: 200_000 });
  expect(await axeFaults(page)).toEqual([]);
  await sentence.click();
  await expect(sentence).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(summary).toBeHidden();

  // for the tests after this one
  await page.goto('/documents');
  await page.getByRole('button', { name: /Deployment for new documents/ }).click();
  await page.getByRole('option', { name: 'Embedded service' }).click();
});

test('a deployment that documents were sent to can be retired but not removed', async ({ page }) => {
  await page.goto('/settings/deployments');
  const card = page.getByRole('listitem', { name: SERVICE });
  await card.getByRole('button', { name: `Actions for ${SERVICE}` }).click();
  await expect(page.getByRole('menuitem', { name: /Remove/ })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: 'Retire' }).click();
  await expect(card.getByText('Retired')).toBeVisible();
  await page.goto('/documents');
  await expect(page.getByRole('button', { name: /Schema for new documents/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Deployment for new documents/ })).toHaveCount(0);
});
