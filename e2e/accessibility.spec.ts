import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { openSample } from './desk.ts';

const SCREENS = ['/documents', '/schemas', '/schemas/new', '/fields', '/audit'] as const;

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme}`, () => {
    test.use({ colorScheme: scheme });

    for (const path of SCREENS) {
      test(`${path} has no accessibility fault that axe finds`, async ({ page }) => {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
      });
    }

    test('the review screen has no accessibility fault that axe finds', async ({ page }) => {
      await page.goto('/documents');
      await openSample(page, 'invoice-german');
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
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
