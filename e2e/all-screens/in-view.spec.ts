import { expect, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { openSample } from '../steps/open-document.ts';

test('the amounts of a table are in view at every width, and keys bring the other cells out from under them', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-two-pages');
  const grid = page.getByRole('grid', { name: 'Line items' });
  const amount = grid.locator('[data-pointer="/line_items/0/line_total"]');
  for (const width of [1440, 1024, 800]) {
    await page.setViewportSize({ width, height: 768 });
    await amount.scrollIntoViewIfNeeded();
    await expect(amount).toBeInViewport({ ratio: 0.9 });
  }
  const first = grid.locator('[data-pointer="/line_items/0/item_number"]');
  await first.click();
  await expect(first).toBeFocused();
  // Every cell on the way lies free when it has the focus.
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() =>
        page.evaluate(() => {
          const { activeElement: cell } = document;
          if (cell?.getAttribute('role') !== 'gridcell') return 'the focus is elsewhere';
          const { left, right, top, bottom } = cell.getBoundingClientRect();
          return [left + 4, right - 4].every((x) => cell.contains(document.elementFromPoint(x, (top + bottom) / 2)));
        }),
      )
      .toBe(true);
  }
  await expect(amount).toBeFocused();
});

test('while a page’s picture is on its way its words stand there, and when it does not come one can ask again', async ({ page }) => {
  await page.goto('/documents');
  let isHeld = true;
  const held: (() => void)[] = [];
  // Whole pages only, not the crops of values.
  await page.route(/\/pages\/\d+\/image/, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.abort().catch(() => undefined);
  });
  await openSample(page, 'invoice-english');
  const first = page.getByRole('group', { name: 'Page 1', exact: true });
  await expect(first.getByText('Loading the page')).toBeVisible();
  await expect(first.locator('svg[viewBox="0 0 1000 1000"] path')).toHaveAttribute('d', /^M/);
  isHeld = false;
  for (const release of held) release();
  await expect(first.getByRole('alert')).toContainText('The page image could not be loaded');
  await page.unroute(/\/pages\/\d+\/image/);
  await first.getByRole('button', { name: 'Try again' }).click();
  await expect(first.getByRole('alert')).toHaveCount(0);
  await expect
    .poll(() =>
      first
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
});

test('without network the desk says so and no link leads to a page that cannot come', async ({ page, context }) => {
  await page.goto('/documents');
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible();
  await context.setOffline(true);
  const note = page.getByRole('banner').getByText('No network');
  await expect(note).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit' }).click();
  await expect(page).toHaveURL(/\/documents$/);
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible();
  await context.setOffline(false);
  await expect(note).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit' }).click();
  await expect(page).toHaveURL(/\/audit$/);
});

test('lists stand one thing below the other on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/audit', '/settings/people', '/settings/account', '/settings/keys', '/settings/approval', '/settings/retention']) {
    await page.goto(path);
    const table = page.getByRole('table').first();
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    const wide = await table.evaluate((element) => {
      const frame = element.parentElement!;
      return [document.documentElement.scrollWidth - window.innerWidth, frame.scrollWidth - frame.clientWidth];
    });
    expect([path, ...wide]).toEqual([path, 0, 0]);
    expect([path, await axeFaults(page)]).toEqual([path, []]);
  }
});
