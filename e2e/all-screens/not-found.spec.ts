import { expect, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { openSample } from '../steps/open-document.ts';

const UNKNOWN = '0190d9c0-0000-7000-8000-000000000000';

for (const path of ['/no/such/screen', '/documents/not-an-id', `/documents/${UNKNOWN}`, `/documents/${UNKNOWN}/split`]) {
  test(`${path} is not found, inside the frame, and the keyboard leads home`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    const home = page.getByRole('link', { name: 'Go to documents', exact: true });
    await page.locator('main').focus();
    await page.keyboard.press('Tab');
    await expect(home).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible();
    await page.goto(path);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Queues' }).click();
    await expect(page.getByRole('heading', { name: 'Queues', level: 1 })).toBeVisible();
  });
}

test('a document that is there is no 404, and one that was deleted meanwhile is', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'receipt-photo');
  const address = page.url();
  expect((await page.goto(address))?.status()).toBe(200);
  await page.request.delete(new URL(address).pathname.replace('/documents', '/api/documents'), {
    headers: { origin: new URL(address).origin },
  });
  expect((await page.goto(address))?.status()).toBe(404);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the page for unknown addresses fits and has no fault that axe finds, in ${scheme}`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('/no/such/screen');
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await page.screenshot({ path: info.outputPath(`lost-${width}-${scheme}.png`) });
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      expect(await axeFaults(page)).toEqual([]);
    }
  });
}

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('an unknown address is not found either, and whether a document is there is not told', async ({ page }) => {
    expect((await page.goto('/no/such/screen'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.getByRole('link', { name: 'Go to documents' }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    expect((await page.goto(`/documents/${UNKNOWN}`))?.status()).toBe(200);
    await expect(page).toHaveURL(/\/sign-in/);
  });
});
