import { expect, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { makeStack } from '../steps/make-stack.ts';
import { openSample, stateOf } from '../steps/open-document.ts';

const SCREENS = ['/overview', '/insights', '/documents', '/inbox', '/queues', '/schemas', '/schemas/new', '/fields', '/audit'] as const;
const SETTINGS = ['account', 'people', 'deployments', 'keys', 'approval', 'retention'].map((name) => `/settings/${name}`);

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme}`, () => {
    test.use({ colorScheme: scheme });
    // A theme changes colours and nothing else.
    const rules = scheme === 'dark' ? 'colours' : 'all';

    test('no screen has an accessibility fault that axe finds', async ({ page }) => {
      for (const path of [...SCREENS, ...SETTINGS]) {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        expect([path, await axeFaults(page, { rules })]).toEqual([path, []]);
      }
    });

    test('the review has none: its values, a table being edited, why, comments, palette, keys', async ({ page }) => {
      await page.goto('/documents');
      await openSample(page, 'invoice-german');
      const clean = async (what: string) => expect([what, await axeFaults(page, { rules })]).toEqual([what, []]);
      await page.getByRole('combobox', { name: /invoice number/i }).focus();
      await clean('values');
      await page.keyboard.press('Alt+w');
      await expect(page.getByRole('dialog')).toBeVisible();
      await clean('why');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: 'Search pages and commands' })).toBeVisible();
      await clean('palette');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+/');
      await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
      await clean('keys');
      await page.getByRole('button', { name: 'Change keys' }).click();
      await clean('changing keys');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: 'Comments', exact: false }).first().click();
      const beside = page.getByRole('complementary', { name: 'Comments and history' });
      await expect(beside).toBeVisible();
      await clean('comments');
      await page.keyboard.press('Escape');
      await expect(beside).toHaveCount(0);
      const cell = page.locator('[data-pointer="/line_items/0/description"]');
      await cell.scrollIntoViewIfNeeded();
      await cell.click();
      await page.keyboard.press('F2');
      await expect(page.getByRole('combobox', { name: /, row 1$/ })).toBeFocused();
      await clean('table');
    });

    test('comparing a field has none, with marks and while a value is typed', async ({ page }) => {
      await page.goto('/documents');
      await openSample(page, 'invoice-english');
      const id = new URL(page.url()).pathname.split('/').at(-1);
      const { items } = (await (await page.request.get('/api/schemas')).json()) as { items: { id: string; name: string }[] };
      await page.goto(`/fields?schema=${items.find(({ name }) => name === 'Invoice')!.id}&field=grand_total`);
      const tile = page.locator(`[role=gridcell][data-document="${id}"]`);
      await expect(tile.locator('img')).toBeVisible();
      await tile.focus();
      await expect(tile).toHaveAttribute('tabindex', '0');
      await page.keyboard.press(' ');
      await expect(page.getByText('1 value selected')).toBeVisible();
      expect(await axeFaults(page, { rules })).toEqual([]);
      await page.keyboard.press('F2');
      await expect(tile.getByRole('textbox')).toBeFocused();
      expect(await axeFaults(page, { rules })).toEqual([]);
    });

    test('splitting has none', async ({ page }) => {
      await page.goto('/documents');
      const data = await makeStack(['invoice-german.pdf', 'bank-statement.pdf']);
      const headers = { origin: new URL(page.url()).origin, 'content-type': 'application/pdf' };
      const sent = await page.request.post(`/api/documents?name=walk-${scheme}.pdf&recognise=yes`, { data, headers });
      const { id } = (await sent.json()) as { id: string };
      await expect.poll(() => stateOf(page, id), { timeout: 200_000 }).toMatch(/stacked|to_review|unclassified/);
      await page.goto(`/documents/${id}/split`);
      await expect(page.getByRole('gridcell').first()).toBeVisible();
      await expect(page.getByText('Detecting where documents begin')).toHaveCount(0, { timeout: 200_000 });
      expect(await axeFaults(page, { rules })).toEqual([]);
    });

    test('signing in has none', async ({ browser, baseURL }) => {
      const context = await browser.newContext({ baseURL: baseURL!, colorScheme: scheme, storageState: { cookies: [], origins: [] } });
      try {
        const stranger = await context.newPage();
        await stranger.goto('/sign-in');
        await expect(stranger.getByRole('button', { name: 'Sign in' })).toBeVisible();
        expect(await axeFaults(stranger, { rules })).toEqual([]);
      } finally {
        await context.close();
      }
    });
  });
}

test('the console stays silent and the content security policy holds on every screen', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  for (const path of SCREENS) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  expect(said).toEqual([]);
});
