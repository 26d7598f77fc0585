import { expect, test } from '@playwright/test';
import { openSample } from '../steps/open-document.ts';

test('a document that no queue holds is told to who may change queues, found from there, and taken by “next for me”', async ({ page }) => {
  await page.goto('/documents');
  const headers = { origin: new URL(page.url()).origin };
  await openSample(page, 'receipt-photo');
  const loose = page.url().split('/').at(-1);
  const draft = { name: 'Nothing yet', filter: { states: ['to_review'], folder: 'a-folder-that-is-empty' } };
  const made = await page.request.post('/api/queues', { headers, data: draft });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  try {
    await page.goto('/queues');
    await expect(page.getByText(/documents? to review (is|are) in no queue/)).toBeVisible();
    await page.getByRole('link', { name: /^Show (it|them)$/ }).click();
    await expect(page.getByRole('toolbar', { name: 'Filters' }).getByText('In no queue')).toBeVisible();
    await page.getByRole('searchbox').fill('receipt-photo');
    await expect(page.locator(`a[href="/documents/${loose}"]`).first()).toBeVisible();
    await page.goto('/queues');
    await expect(page.getByText('Nothing yet')).toBeVisible();
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/\/documents\/[0-9a-f-]{36}/);
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  } finally {
    await page.request.delete(`/api/queues/${id}`, { headers });
  }
});
