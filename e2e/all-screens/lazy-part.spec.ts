import { expect, type Page, test } from '@playwright/test';

/** Opens the list. Once it asks for documents its keys work, and no part that it shows at first is still on its way. */
async function openList(page: Page, how: () => Promise<unknown>): Promise<void> {
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/documents');
  await Promise.all([asked, page.waitForEvent('load'), how()]);
  await expect(page.getByRole('heading', { name: 'Documents', exact: true })).toBeVisible();
}

test('a part whose code is gone from the server is told of, and the page can be loaded again', async ({ page }) => {
  // Without idle time nothing is fetched before it is asked for.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await openList(page, () => page.goto('/documents'));
  let isRenewed = true;
  await page.route('**/_next/static/chunks/**', (route) => (isRenewed ? route.fulfill({ status: 404, body: 'gone' }) : route.continue()));
  await page.keyboard.press('?');
  await expect(page.getByText('Loading this part of the screen')).toBeVisible();
  const reload = page.getByRole('button', { name: 'Reload the page' });
  await expect(reload).toBeVisible({ timeout: 200_000 });
  isRenewed = false;
  await openList(page, () => reload.click());
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
});
