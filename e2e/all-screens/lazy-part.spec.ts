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
  const note = page.getByRole('status').filter({ hasText: 'part of the screen' });
  let isGone = true;
  await page.route('**/_next/static/chunks/**', (route) => (isGone ? route.fulfill({ status: 404, body: 'gone' }) : route.continue()));
  const told = expect(note).toContainText('Loading this part of the screen');
  await page.route(
    (url) => url.pathname === '/documents',
    async (route) => {
      // The page keeps asking for the part: were its code back earlier, the part could come and take the button away.
      if (route.request().isNavigationRequest()) isGone = false;
      // A page asks whether loading it again would work, and only then stops saying that the part is on its way.
      else await told;
      await route.continue();
    },
  );
  await page.keyboard.press('?');
  await told;
  await expect(note).toContainText('could not be loaded', { timeout: 200_000 });
  await openList(page, () => note.getByRole('button', { name: 'Reload the page' }).click());
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
});
