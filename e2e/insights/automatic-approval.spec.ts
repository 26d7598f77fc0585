import { expect, type Page, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { stateOf } from '../steps/open-document.ts';

const NAME = 'Notes that approve themselves';
/** So many right values show an error rate of at most 10 %. */
const FEWEST = 29;
const AT_ONCE = 6;

const originOf = (page: Page) => ({ origin: new URL(page.url()).origin });

async function makeSchema(page: Page): Promise<string> {
  const fields = [
    { name: 'reference', type: 'string', label: 'Reference' },
    { name: 'amount', type: 'money', label: 'Amount' },
  ];
  const made = await page.request.post('/api/schemas', { headers: originOf(page), data: { name: NAME, fields } });
  const { id } = (await made.json()) as { id: string };
  // nothing is flagged for its confidence: this is about what approvals say
  await page.request.put(`/api/schemas/${id}/thresholds`, { headers: originOf(page), data: { field: null, threshold: 0 } });
  return id;
}

async function send(page: Page, schemaId: string, number: number): Promise<string> {
  const sent = await page.request.post(`/api/documents?name=itself-${number}.txt&schema_id=${schemaId}`, {
    headers: { ...originOf(page), 'content-type': 'text/plain' },
    data: `NOTE\n\nReference: N-${number}\nAmount: ${number}.00 EUR\n`,
  });
  return ((await sent.json()) as { id: string }).id;
}

async function approveByHand(page: Page, id: string): Promise<void> {
  await expect.poll(() => stateOf(page, id), { timeout: 120_000 }).toBe('to_review');
  const { document } = (await (await page.request.get(`/api/documents/${id}`)).json()) as { document: { revision: number } };
  const data = { revision: document.revision, sign_off: true };
  await page.request.post(`/api/documents/${id}/approve`, { headers: originOf(page), data });
}

test('once people have approved enough, a document approves itself, is checked as a sample, and can be taken back', async ({ page }) => {
  test.slow();
  await page.goto('/overview');
  const schemaId = await makeSchema(page);
  for (let from = 0; from < FEWEST; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, FEWEST - from) }, (_, index) => 100 + from + index);
    await Promise.all(numbers.map(async (number) => approveByHand(page, await send(page, schemaId, number))));
  }
  await page.goto(`/insights?schema=${schemaId}`);
  const part = page.getByRole('region', { name: 'Automatic approval' });
  await expect(part.getByText(/^Of the last 29 approved documents/)).toBeVisible();
  await part.getByRole('button', { name: /A field may be wrong in/ }).click();
  await page.getByRole('option', { name: '10 % of documents', exact: true }).click();
  await expect(part.getByText(/^Of the last 29 approved documents, 29 would have approved themselves/)).toBeVisible({ timeout: 30_000 });
  await part.getByRole('button', { name: /Go to quality samples/ }).click();
  await page.getByRole('option', { name: '100 % of them' }).click();
  await part.getByRole('button', { name: 'Switch on …' }).click();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch on' }).click();
  await expect(part.getByRole('button', { name: 'Switch off' })).toBeVisible();

  const id = await send(page, schemaId, 900);
  await expect.poll(() => stateOf(page, id), { timeout: 120_000 }).toBe('approved');
  await page.goto(`/documents/${id}`);
  await expect(page.getByText(/^Approved automatically on/)).toBeVisible();
  await page.goto('/documents?tab=approved&q=itself-900');
  await expect(page.getByText('Approved automatically')).toBeVisible();

  await page.goto(`/queues/quality-samples/${id}`);
  for (const name of ['Reference', 'Amount']) await page.getByRole('button', { name: `${name} is right` }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/tab=quality-samples/);
  await page.goto(`/insights?schema=${schemaId}`);
  await expect(part.getByText('0 of 2 fields')).toBeVisible();
  await page.goto(`/documents/${id}`);
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect.poll(() => stateOf(page, id)).toBe('to_review');
  await page.goto(`/insights?schema=${schemaId}`);
  await expect(part.getByText('1, 1 reopened')).toBeVisible();
  await part.getByRole('button', { name: 'Switch off' }).click();
  await expect(part.getByRole('button', { name: 'Switch on …' })).toBeVisible();
});
