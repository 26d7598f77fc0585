import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';

type Detail = {
  document: { state: string; revision: number };
  fields: { invoice_number: { value: unknown; status: string; evidence: unknown[] } };
};

async function addInvoices(page: Page, samples: readonly string[]): Promise<string[]> {
  const headers = { origin: new URL(page.url()).origin };
  const ids: string[] = [];
  for (const sample of samples) {
    const { id } = (await (await page.request.post(`/api/samples/${sample}`, { headers })).json()) as { id: string };
    ids.push(id);
  }
  for (const id of ids) await expect.poll(async () => (await detailOf(page, id)).document.state, { timeout: 200_000 }).toBe('to_review');
  return ids;
}

async function detailOf(page: Page, id: string): Promise<Detail> {
  return (await (await page.request.get(`/api/documents/${id}`)).json()) as Detail;
}

async function openSheet(page: Page): Promise<void> {
  const { items } = (await (await page.request.get('/api/schemas')).json()) as { items: { id: string; name: string }[] };
  await page.goto(`/fields?schema=${items.find((schema) => schema.name === 'Invoice')!.id}&field=invoice_number&since=today`);
}

const tile = (page: Page, id: string) => page.locator(`[role=gridcell][data-document="${id}"]`);

test('one field of many documents is confirmed, corrected and undone by keys alone', async ({ page }) => {
  await page.goto('/documents');
  const [first, second] = (await addInvoices(page, ['invoice-english', 'invoice-german'])) as [string, string];
  await openSheet(page);
  // Newest first.
  await expect(tile(page, second).locator('img')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(tile(page, second)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tile(page, second).getByText('Confirmed')).toBeVisible();
  await expect(tile(page, first)).toBeFocused();
  await expect.poll(async () => (await detailOf(page, second)).fields.invoice_number.status).toBe('confirmed');
  // Typing corrects in place; what is typed is looked for on the page, so that it has evidence.
  await page.keyboard.type('PO-77120');
  await page.keyboard.press('Enter');
  await expect(tile(page, first).getByText('Corrected')).toBeVisible();
  await expect.poll(async () => (await detailOf(page, first)).fields.invoice_number.value).toBe('PO-77120');
  expect((await detailOf(page, first)).fields.invoice_number.evidence).toHaveLength(1);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await detailOf(page, first)).fields.invoice_number.status).toBe('machine');
  expect(await axeFaults(page)).toEqual([]);
});

test('what someone else changed meanwhile is shown and not written over', async ({ page }) => {
  await page.goto('/documents');
  const [id] = (await addInvoices(page, ['invoice-french'])) as [string];
  await openSheet(page);
  await page.keyboard.press('Home');
  await expect(tile(page, id)).toBeFocused();
  const { document } = await detailOf(page, id);
  const draft = { kind: 'correct', pointer: '/invoice_number', value: 'THEIRS-1', evidence: [] };
  const answer = await page.request.post(`/api/documents/${id}/actions`, {
    headers: { origin: new URL(page.url()).origin },
    data: { revision: document.revision, actions: [{ id: crypto.randomUUID(), draft }] },
  });
  expect(answer.ok()).toBe(true);
  await page.keyboard.type('MINE-2');
  await page.keyboard.press('Enter');
  await expect(tile(page, id).getByText(/Someone else changed this document/)).toBeVisible();
  await expect(tile(page, id).getByText('THEIRS-1')).toBeVisible();
  expect((await detailOf(page, id)).fields.invoice_number.value).toBe('THEIRS-1');
});

test('marked values are left out while all others are confirmed', async ({ page }) => {
  await page.goto('/documents');
  const [left, other] = (await addInvoices(page, ['invoice-two-pages', 'invoice-english'])) as [string, string];
  await openSheet(page);
  await page.keyboard.press('Home');
  await expect(tile(page, other)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tile(page, left)).toBeFocused();
  await page.keyboard.press(' ');
  await expect(page.getByText('1 value selected')).toBeVisible();
  await page.getByRole('button', { name: /^Confirm the remaining (one|\d+)$/ }).click();
  await expect.poll(async () => (await detailOf(page, other)).fields.invoice_number.status).toBe('confirmed');
  expect((await detailOf(page, left)).fields.invoice_number.status).toBe('machine');
});
