import { expect, test } from '@playwright/test';

test('a part whose code is gone from the server is told of, and the page can be loaded again', async ({ page }) => {
  // Without idle time nothing is fetched before it is asked for.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto('/documents');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  let isRenewed = true;
  await page.route('**/_next/static/chunks/**', (route) => (isRenewed ? route.fulfill({ status: 404, body: 'gone' }) : route.continue()));
  await page.keyboard.press('?');
  await expect(page.getByText('Loading this part of the screen')).toBeVisible();
  const reload = page.getByRole('button', { name: 'Reload the page' });
  await expect(reload).toBeVisible({ timeout: 200_000 });
  isRenewed = false;
  await Promise.all([page.waitForEvent('load'), reload.click()]);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
});
