import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { axeFaults } from '../steps/axe-faults.ts';
import { drop } from '../steps/drop-files.ts';
import { samplePath } from '../steps/samples.ts';

const ODD = 'The heron stood in the reeds until the evening. Nobody had seen it arrive, and nobody saw it leave.';

test.beforeEach(async ({ page }) => {
  await page.goto('/documents');
  const choice = page.getByRole('button', { name: /Schema for new documents/ });
  await choice.click();
  await page.getByRole('option', { name: 'Detect kind' }).click();
  await expect(choice).toContainText('Detect kind');
});

test.afterEach(async ({ page }) => {
  // As a person leaves a document; a page that is torn away keeps its lock until that ends by itself.
  await page.goto('/documents');
});

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(name.replaceAll('.', '\\.')) });
const sample = (file: string, name: string) => ({
  name,
  type: 'application/octet-stream',
  bytes: readFileSync(samplePath(file)),
});
const odd = (name: string, more = '') => ({ name, type: 'text/plain', bytes: Buffer.from(`${ODD} ${more}`) });

test('documents of three kinds dropped together are each extracted with the right schema', async ({ page }) => {
  await drop(page, [
    sample('contract.pdf', 'kinds-one.pdf'),
    sample('invoice-german.pdf', 'kinds-two.pdf'),
    sample('purchase-order.md', 'kinds-three.md'),
  ]);
  for (const [name, schema] of [
    ['kinds-one.pdf', 'Contract'],
    ['kinds-two.pdf', 'Invoice'],
    ['kinds-three.md', 'Purchase order'],
  ] as const) {
    await expect(rowOf(page, name).getByText('To review')).toBeVisible({ timeout: 200_000 });
    await expect(rowOf(page, name).getByText(schema, { exact: true })).toBeVisible();
  }
});

test('a document of no kind waits, and is told its kind by one key in the list or on its own screen', async ({ page }) => {
  await drop(page, [odd('heron-one.txt'), odd('heron-two.txt', 'It came back in spring.')]);
  for (const name of ['heron-one.txt', 'heron-two.txt']) {
    await expect(rowOf(page, name).getByText('Confirm kind', { exact: true })).toBeVisible({ timeout: 200_000 });
  }
  await page.goto('/documents?tab=unclassified&q=heron-one');
  const row = rowOf(page, 'heron-one.txt');
  await row.getByRole('button', { name: /confirm its kind/ }).click();
  const asked = page.getByRole('dialog', { name: 'What kind of document is heron-one.txt?' });
  await expect(asked.getByText('None of the schemas fits this document.')).toBeVisible();
  await expect(asked.getByRole('button')).toHaveCount(6);
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  await page.keyboard.press('1');
  await expect(page.getByText('heron-one.txt is being extracted as')).toBeVisible();

  await page.goto('/documents?tab=unclassified&q=heron-two');
  await rowOf(page, 'heron-two.txt').getByRole('link', { name: 'heron-two.txt' }).click();
  await expect(page.getByRole('heading', { name: 'What kind of document is this?' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const second = page.getByRole('list', { name: 'Most likely kinds' }).getByRole('button').nth(1);
  const schema = (await second.innerText()).split('\n').find((text) => /[a-z]{2}/i.test(text))!;
  await page.keyboard.press('2');
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible({ timeout: 200_000 });
  await expect(page.getByRole('button', { name: new RegExp(`^${schema} · version 1 · chosen by`) })).toBeVisible();
});

test('the kind can be changed; what stays and what is set aside is said before, and comes back', async ({ page }) => {
  await drop(page, [sample('purchase-order.md', 'kind-change.md')]);
  await expect(rowOf(page, 'kind-change.md').getByText('To review')).toBeVisible({ timeout: 200_000 });
  await rowOf(page, 'kind-change.md').getByRole('link', { name: 'kind-change.md' }).click();
  const currency = page.getByRole('combobox', { name: 'Currency' });
  await currency.fill('CHF');
  await currency.press('Enter');
  const number = page.getByRole('combobox', { name: 'Order number' });
  await number.fill('PO-MINE');
  await number.press('Enter');

  await page.getByRole('button', { name: /^Purchase order · version 1 · detected/ }).click();
  const panel = page.getByRole('dialog', { name: 'Kind' });
  await expect(panel.getByRole('list', { name: 'Words that point to Purchase order' }).getByRole('button').first()).toBeVisible();
  await panel.getByRole('list', { name: 'Words that point to Purchase order' }).getByRole('button').first().click();
  await expect(panel.locator('[data-place][aria-current=true]')).toHaveCount(1);
  expect(await axeFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Change to Invoice' }).first().click();
  const work = panel.locator('dl');
  await expect(work.getByText('Kept')).toBeVisible();
  await expect(work.getByText('CHF')).toBeVisible();
  await expect(work.getByText('Set aside')).toBeVisible();
  await expect(work.getByText('PO-MINE')).toBeVisible();
  await panel.getByRole('button', { name: 'Change to Invoice' }).first().click();

  await expect(page.getByRole('button', { name: /^Invoice · version 1 · chosen by/ })).toBeVisible({ timeout: 200_000 });
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('CHF', { timeout: 200_000 });

  await page.getByRole('button', { name: /^Invoice · version 1/ }).click();
  await panel.getByRole('button', { name: 'Change to Purchase order' }).first().click();
  await expect(work.getByText('Restored')).toBeVisible();
  await panel.getByRole('button', { name: 'Change to Purchase order' }).first().click();
  await expect(page.getByRole('combobox', { name: 'Order number' })).toHaveValue('PO-MINE', { timeout: 200_000 });
});

/** A mail with two attachments, base64 as mail programs send them. */
function mail(subject: string, parts: { name: string; type: string; bytes: Buffer }[]): Buffer {
  const shown = parts.flatMap(({ name, type, bytes }) => [
    '--part',
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(bytes.toString('base64').match(/.{1,76}/g) ?? []),
  ]);
  const head = ['From: Ada Quill <ada@harbour.example>', 'To: Ben Loft <ben@mill.example>', `Subject: ${subject}`, 'MIME-Version: 1.0'];
  const body = ['Content-Type: multipart/mixed; boundary="part"', '', '--part', 'Content-Type: text/plain', '', `Dear Ben, ${ODD}`];
  return Buffer.from([...head, ...body, ...shown, '--part--', ''].join('\r\n'));
}

test('a mail and its attachments are a family: folded in the list, walked through by keys, each with a fate of its own', async ({
  page,
}) => {
  const parts = [
    { name: 'family-contract.pdf', type: 'application/pdf', bytes: readFileSync(samplePath('contract.pdf')) },
    { name: 'family-order.md', type: 'text/markdown', bytes: readFileSync(samplePath('purchase-order.md')) },
  ];
  await drop(page, [{ name: 'family.eml', type: 'message/rfc822', bytes: mail('Papers', parts) }]);
  for (const [name, schema] of [
    ['family-contract.pdf', 'Contract'],
    ['family-order.md', 'Purchase order'],
  ] as const) {
    await expect(rowOf(page, name).getByText('To review')).toBeVisible({ timeout: 200_000 });
    await expect(rowOf(page, name).getByText(schema, { exact: true })).toBeVisible();
    await expect(rowOf(page, name).getByRole('img', { name: 'Attached:' })).toBeVisible();
  }
  // what is searched for stands alone, so the whole list
  await page.goto('/documents');
  const head = rowOf(page, 'family.eml');
  const mark = head.getByRole('button', { name: /the attachments of family\.eml/ });
  await expect(mark).toHaveAttribute('aria-expanded', 'true');
  await head.getByRole('link', { name: 'family.eml' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(mark).toHaveAttribute('aria-expanded', 'false');
  await expect(rowOf(page, 'family-order.md')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(rowOf(page, 'family-order.md')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  await head.getByRole('link', { name: 'family.eml' }).click();
  const family = page.getByRole('navigation', { name: 'Attachments' });
  await expect(family.getByRole('link', { name: /family-contract/ })).toBeVisible();
  await page.keyboard.press('Alt+a');
  await expect(page.getByRole('heading', { name: 'family-contract.pdf' })).toBeVisible();
  await expect(family.getByRole('link', { name: /family-contract/ })).toHaveAttribute('aria-current', 'page');
  await expect(family.getByRole('link', { name: /family\.eml/ })).toBeVisible();
  await page.keyboard.press('Alt+a');
  await expect(page.getByRole('heading', { name: 'family-order.md' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('Reason').fill('Ordered twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('family-order.md is rejected')).toBeVisible();
  // what is searched for stands alone, so the whole list
  await page.goto('/documents');
  await expect(rowOf(page, 'family-order.md').getByText('Rejected')).toBeVisible();
  await expect(rowOf(page, 'family-contract.pdf').getByText('To review')).toBeVisible();
});
