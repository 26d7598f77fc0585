import { expect, type Locator, type Page } from '@playwright/test';

/** Approves the document that is open, signs off its flags if it has any, and waits for what is said then. */
export async function approve(page: Page, said: Locator): Promise<void> {
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const signOff = page.getByRole('button', { name: 'Approve anyway' });
  await expect(signOff.or(said).first()).toBeVisible();
  if (await signOff.isVisible()) await signOff.click();
  await expect(said).toBeVisible();
}
