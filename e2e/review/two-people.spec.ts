import { expect, type Page, test } from '@playwright/test';
import { approve } from '../steps/approve.ts';
import { axeFaults } from '../steps/axe-faults.ts';
import { openAs } from '../steps/open-as.ts';
import { openSample, stateOf } from '../steps/open-document.ts';

const GRACE = { name: 'Grace Hopper', email: 'grace@example.org', password: 'a long password of Grace 1' };
const CHANGES_MS = 120_000;

const orderNumber = (page: Page) => page.getByRole('combobox', { name: /order number/i });
const approveButton = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true });

async function type(page: Page, value: string): Promise<void> {
  await orderNumber(page).fill(value);
  await orderNumber(page).press('Tab');
}

test('one person checks a document at a time; another looks, sees the changes, and may take it over', async ({ page, browser }) => {
  await page.goto('/documents');
  await openSample(page, 'purchase-order');
  await expect(approveButton(page)).toBeVisible();
  const grace = await openAs(GRACE, browser, page);
  await grace.goto(page.url());
  await expect(grace.getByText(/has been checking this document since/)).toBeVisible();
  await expect(approveButton(grace)).toHaveCount(0);
  expect(await axeFaults(grace)).toEqual([]);
  await type(page, 'FROM-ELSEWHERE');
  await expect(orderNumber(grace)).toHaveValue('FROM-ELSEWHERE', { timeout: CHANGES_MS });

  await grace.getByRole('button', { name: 'Take over' }).click();
  await expect(approveButton(grace)).toBeVisible();
  await expect(page.getByText('Grace Hopper took this document over at')).toBeVisible({ timeout: CHANGES_MS });
  await expect(approveButton(page)).toHaveCount(0);
  await type(grace, 'BY-GRACE');
  await expect(orderNumber(page)).toHaveValue('BY-GRACE', { timeout: CHANGES_MS });

  // Leaving gives the lock back, and whoever looks gets it without asking.
  await grace.goto('/documents');
  await expect(approveButton(page)).toBeVisible({ timeout: CHANGES_MS });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(
    page
      .getByRole('complementary', { name: 'Comments and history' })
      .getByText(/taken over/i)
      .first(),
  ).toBeVisible();
});

test('where both changed the same value the person chooses, by keys', async ({ page, browser, context }) => {
  await page.goto('/documents');
  await openSample(page, 'purchase-order');
  await expect(approveButton(page)).toBeVisible();
  const before = await orderNumber(page).inputValue();
  const grace = await openAs(GRACE, browser, page);
  await grace.goto(page.url());
  // The first one's network goes; what is typed then is kept, while Grace takes the document over and changes the same value.
  await context.setOffline(true);
  await type(page, 'MINE');
  await expect(page.getByText(/Not connected: 1 stored here/)).toBeVisible();
  await grace.getByRole('button', { name: 'Take over' }).click();
  await expect(approveButton(grace)).toBeVisible();
  await type(grace, 'THEIRS');
  const saved = async () => (await grace.request.get(`/api/documents/${new URL(page.url()).pathname.split('/').at(-1)}`)).text();
  await expect.poll(saved).toContain('THEIRS');
  await context.setOffline(false);
  await expect(page.getByText('One change of yours is not saved')).toBeVisible({ timeout: 200_000 });
  await page.getByRole('button', { name: 'Take over and save mine' }).click();
  const dialog = page.getByRole('dialog', { name: 'Both of you changed the same value' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText(`before: ${before}`)).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /Grace Hopper.*THEIRS/ })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /Mine.*MINE/ })).toBeVisible();
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([]);
  await dialog.getByRole('radio').first().focus();
  await page.keyboard.press('2');
  await expect(dialog.getByRole('radio', { name: /Mine/ })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(orderNumber(page)).toHaveValue('MINE');
  await expect(orderNumber(grace)).toHaveValue('MINE', { timeout: CHANGES_MS });
});

test('an approval refused after one has gone on is told, and one key leads back to the document', async ({ page, browser }) => {
  await page.goto('/documents');
  await openSample(page, 'purchase-order');
  const id = await openSample(page, 'purchase-order');
  const path = `/api/documents/${id}`;
  // This tab does not hear that Grace takes the document over.
  await page.route('**/api/documents/changes*', (route) => route.abort());
  await page.route(`**${path}/lock`, (route) => route.abort());
  const next = page.waitForResponse(
    (response) => /\/api\/documents\/[0-9a-f-]{36}$/.test(response.url()) && !response.url().endsWith(path) && response.ok(),
  );
  await page.reload();
  await next;
  const grace = await openAs(GRACE, browser, page);
  await grace.goto(page.url());
  await grace.getByRole('button', { name: 'Take over' }).or(approveButton(grace)).first().waitFor();
  if (await grace.getByRole('button', { name: 'Take over' }).isVisible()) await grace.getByRole('button', { name: 'Take over' }).click();
  await expect(approveButton(grace)).toBeVisible();
  await type(grace, 'BY-GRACE');
  const saved = async () => (await page.request.get(path)).text();
  await expect.poll(saved, { timeout: CHANGES_MS }).toContain('BY-GRACE');

  await approve(page, page.getByText(/^purchase-order\.\w+ is not approved$/));
  expect(page.url().endsWith(`${id}`)).toBe(false);
  expect(await stateOf(page, id)).toBe('to_review');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.keyboard.press('Alt+b');
  await page.waitForURL(new RegExp(`${id}$`));
  await expect(orderNumber(page)).toHaveValue('BY-GRACE', { timeout: CHANGES_MS });
});

test('the same person in a second tab is told, and may take it over there', async ({ page, context }) => {
  await page.goto('/documents');
  await openSample(page, 'purchase-order');
  await expect(approveButton(page)).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByText('You have this document open in another tab')).toBeVisible();
  await second.getByRole('button', { name: 'Take over' }).click();
  await expect(approveButton(second)).toBeVisible();
  await expect(page.getByText(/You took this document over in another tab/)).toBeVisible({ timeout: CHANGES_MS });
  // A reload of the tab that holds it needs no taking over.
  await second.reload();
  await expect(approveButton(second)).toBeVisible();
});

test('a minute without network in mid-document loses nothing', async ({ page, context }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  await expect(approveButton(page)).toBeVisible();
  const fields = ['Invoice number', 'Buyer', 'Seller'];
  const found: string[] = [];
  await context.setOffline(true);
  const started = Date.now();
  for (const name of fields) {
    const input = page.getByRole('combobox', { name, exact: true });
    if ((await input.count()) === 0) continue;
    await input.fill(`OFFLINE ${name}`);
    await input.press('Tab');
    found.push(name);
  }
  expect(found.length).toBeGreaterThan(1);
  await expect(page.getByText(`Not connected: ${found.length} stored here`)).toBeVisible();
  await expect.poll(() => Date.now() - started, { timeout: 90_000 }).toBeGreaterThanOrEqual(60_000);
  const address = page.url();
  const last = found.pop()!;
  await context.setOffline(false);
  await expect(page.getByText(/Not connected/)).toHaveCount(0, { timeout: 200_000 });
  await page.goto(address);
  for (const name of [...found, last]) {
    await expect(page.getByRole('combobox', { name, exact: true })).toHaveValue(`OFFLINE ${name}`);
  }
});

test('a comment on a field is seen by the other person; a document is assigned and postponed', async ({ page, browser }) => {
  await page.goto('/documents');
  await openSample(page, 'purchase-order');
  await expect(approveButton(page)).toBeVisible();
  await orderNumber(page).focus();
  await page.keyboard.press('Control+Alt+m');
  await page.getByLabel(/Comment on/).fill('Is this the buyer’s number or ours?');
  await page.keyboard.press('Control+Enter');
  const beside = page.getByRole('complementary', { name: 'Comments and history' });
  await expect(beside.getByRole('listitem').getByText('Is this the buyer’s number or ours?')).toBeVisible();
  expect(await axeFaults(page, { within: 'aside' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(orderNumber(page)).toBeFocused();
  const grace = await openAs(GRACE, browser, page);
  await grace.goto(page.url());
  await grace
    .getByRole('button', { name: /Comments on .*, 1 open/ })
    .first()
    .click();
  await grace.getByRole('button', { name: 'Resolve' }).click();
  await expect(grace.getByText(/resolved by Grace Hopper/)).toBeVisible();
  await expect(page.getByRole('button', { name: /, 1 open/ })).toHaveCount(0, { timeout: CHANGES_MS });

  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('menuitem', { name: GRACE.name }).click();
  await expect(page.getByRole('button', { name: /Assigned to Grace Hopper/ })).toBeVisible();
  const address = page.url();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Postpone …' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Waiting for the sender');
  await page.getByRole('dialog').getByRole('button', { name: 'Postpone' }).click();
  await expect(page).not.toHaveURL(address);
  await page.goto(address);
  await expect(page.getByText(/Postponed until .*: Waiting for the sender/)).toBeVisible();
  await page.getByRole('button', { name: 'Resume now' }).click();
  await expect(page.getByText(/Postponed until/)).toHaveCount(0);
});

test('what is typed is saved when the document is left by a key of the browser', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'purchase-order');
  const address = page.url();
  await page.getByRole('link', { name: 'Documents', exact: true }).first().click();
  await page
    .locator(`a[href="${new URL(address).pathname}"]`)
    .first()
    .click();
  await orderNumber(page).fill('LEFT-WHILE-TYPING');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Documents', exact: true })).toBeVisible();
  await page.goto(address);
  await expect(orderNumber(page)).toHaveValue('LEFT-WHILE-TYPING');
});
