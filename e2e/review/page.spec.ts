import { expect, type Page, test } from '@playwright/test';
import PdfDocument from 'pdfkit';
import sharp from 'sharp';
import { approve } from '../steps/approve.ts';
import { axeFaults } from '../steps/axe-faults.ts';
import { openFile, openSample } from '../steps/open-document.ts';
import { stillBox } from '../steps/still-box.ts';

type Word = { text: string; box: [number, number, number, number] };

async function wordsOf(page: Page, number = 1): Promise<Word[]> {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const answer = (await (await page.request.get(`/api/documents/${id}/pages?from=${number}&to=${number}`)).json()) as {
    pages: { words: Word[] }[];
  };
  return answer.pages[0]!.words;
}

async function makePdf(draw: (pdf: PDFKit.PDFDocument) => void | Promise<void>): Promise<Buffer> {
  const pdf = new PdfDocument({ size: 'A4', margin: 40 });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => pdf.on('end', resolve));
  await draw(pdf);
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

const sheet = (page: Page) => page.getByRole('group', { name: /^Page 1/ });

test('text is searched in all pages by key, stepped through, and the focus comes back', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-two-pages');
  const number = page.getByRole('combobox', { name: /invoice number/i });
  await number.focus();
  await page.keyboard.press('Control+f');
  const search = page.getByRole('searchbox', { name: 'Search in this document' });
  await expect(search).toBeFocused();
  await search.fill('stainless');
  const count = page.getByRole('search').getByRole('status');
  await expect(count).toHaveText(/^1 of \d+$/);
  await expect(page.locator('[data-found=current]').first()).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(count).toHaveText(/^2 of \d+$/);
  await page.keyboard.press('Shift+Enter');
  await expect(count).toHaveText(/^1 of \d+$/);
  await search.fill('surely not there');
  await expect(count).toHaveText('Not found');
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await expect(number).toBeFocused();
});

test('pages are made smaller and larger, fitted, turned, listed small and shown as text, all by keys', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const box = async () => (await sheet(page).boundingBox())!;
  const wide = await stillBox(sheet(page));
  await page.keyboard.press('Alt+-');
  await expect.poll(async () => (await box()).width).toBeLessThan(wide.width * 0.9);
  await page.keyboard.press('Alt+9');
  const pane = (await page.getByRole('region', { name: 'Page images' }).boundingBox())!;
  await expect.poll(async () => (await box()).height).toBeLessThanOrEqual(pane.height);
  await page.keyboard.press('Alt+r');
  await expect.poll(async () => (await box()).width > (await box()).height).toBe(true);
  await page.keyboard.press('Alt+t');
  const thumbnails = page.getByRole('navigation', { name: 'Thumbnails' });
  await expect(thumbnails.getByRole('button', { name: /^Page 1, \d+ values/ })).toHaveAttribute('aria-current', 'page');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Alt+p');
  const text = page.getByRole('article', { name: 'Text of page 1' });
  await expect(text.getByText('HL-2026-0418')).toBeVisible();
  await expect(text.locator('mark', { hasText: 'HL-2026-0418' })).toHaveAttribute('data-mark', '/invoice_number');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Alt+p');
  await page.keyboard.press('Alt+0');
});

test.describe('on a dense screen', () => {
  test.use({ deviceScaleFactor: 2 });

  test('a page stays sharp at the largest size: what is in view is drawn as finely as the screen shows it', async ({ page }) => {
    await page.goto('/documents');
    await openSample(page, 'invoice-english');
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('Alt+=');
    const tile = page.locator('img[data-tile="1"]').first();
    await expect(tile).toBeVisible({ timeout: 200_000 });
    const finest = () => tile.evaluate((image: HTMLImageElement) => image.naturalWidth / image.getBoundingClientRect().width);
    await expect.poll(finest).toBeGreaterThan(1.9);
    await page.keyboard.press('Alt+0');
    await expect(page.locator('img[data-tile]')).toHaveCount(0);
  });
});

test('a word is taken by a click on a turned page too', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const words = await wordsOf(page);
  // A word that is no value's place: those lead to their field.
  const [left, top, right, bottom] = words.find(({ text }) => text === 'Severn')!.box;
  await page.getByRole('combobox', { name: /invoice number/i }).focus();
  await page.keyboard.press('Alt+r');
  await page.keyboard.press('Alt+9');
  await expect
    .poll(async () => ((await sheet(page).boundingBox())?.width ?? 0) > ((await sheet(page).boundingBox())?.height ?? 0))
    .toBe(true);
  const bounds = await stillBox(sheet(page));
  // Turned clockwise: the top of the page is at the right.
  await page.mouse.click(bounds.x + (1 - (top + bottom) / 2) * bounds.width, bounds.y + ((left + right) / 2) * bounds.height);
  await expect(page.getByRole('combobox', { name: /invoice number/i })).toHaveValue('Severn');
});

test('a box drawn where there is no text is recognised, and its place is kept as evidence', async ({ page }) => {
  await page.goto('/documents');
  const stamp = await sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="700" height="160"><rect width="700" height="160" fill="#fff"/><text x="40" y="105" font-family="DejaVu Sans, Liberation Sans, Arial" font-size="72" fill="#111">KX 90210</text></svg>',
    ),
  )
    .png()
    .toBuffer();
  const bytes = await makePdf((pdf) => {
    pdf.fontSize(11).text('Invoice date: 2026-03-12', 60, 80).text('Supplier: Northwind Timber Ltd', 60, 100);
    for (let line = 0; line < 24; line += 1)
      pdf.text(`Delivery terms and conditions, paragraph ${line + 1}, apply as agreed.`, 60, 400 + line * 15);
    pdf.image(stamp, 300, 180, { width: 120 });
  });
  await openFile(page, { name: 'stamped.pdf', type: 'application/pdf', bytes, schema: 'Invoice' });
  const number = page.getByRole('combobox', { name: /invoice number/i });
  await number.focus();
  const bounds = await stillBox(sheet(page));
  const at = (x: number, y: number): [number, number] => [bounds.x + (x / 595.28) * bounds.width, bounds.y + (y / 841.89) * bounds.height];
  await page.keyboard.down('Alt');
  await page.mouse.move(...at(296, 176));
  await page.mouse.down();
  await page.mouse.move(...at(424, 212), { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await expect(number).toHaveValue(/KX\s?90210/, { timeout: 200_000 });
  await expect(page.locator('[data-mark="/invoice_number"]')).toBeVisible();
});

test('the pages stand in a window of their own, follow the focus, lead it, and come back when it is closed', async ({ page, context }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const number = page.getByRole('combobox', { name: /invoice number/i });
  await number.focus();
  const opening = context.waitForEvent('page');
  await page.keyboard.press('Alt+n');
  const pages = await opening;
  await expect(pages.getByRole('group', { name: /^Page 1/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Page images' })).toHaveCount(0);
  await expect(pages.locator('[data-mark="/invoice_number"]')).toHaveClass(/border-evidence-focus/);
  expect(await axeFaults(pages)).toEqual([]);
  await pages.locator('[data-mark="/due_date"]').click();
  await expect(pages.locator('[data-mark="/due_date"]')).toHaveClass(/border-evidence-focus/);
  await number.focus();
  await expect(pages.locator('[data-mark="/invoice_number"]')).toHaveClass(/border-2/);
  const words = await wordsOf(page);
  const [left, top, right, bottom] = words.find(({ text }) => text === 'Bill')!.box;
  const bounds = await stillBox(pages.getByRole('group', { name: /^Page 1/ }));
  await pages.mouse.click(bounds.x + ((left + right) / 2) * bounds.width, bounds.y + ((top + bottom) / 2) * bounds.height);
  await expect(number).toHaveValue('Bill');
  await pages.close();
  await expect(page.getByRole('region', { name: 'Page images' })).toBeVisible();
});

test('three hundred pages are searched and scrolled through to the end', async ({ page }) => {
  await page.goto('/documents');
  const bytes = await makePdf((pdf) => {
    const words = 'invoice amount customer delivery payment terms account order quantity price'.split(' ');
    for (let number = 1; number <= 300; number += 1) {
      if (number > 1) pdf.addPage();
      const text = Array.from({ length: 300 }, (_, index) => words[(index * 7 + number) % words.length]).join(' ');
      pdf.fontSize(9).text(`Sheet mark needle${number}x. ${text}`);
    }
  });
  await openFile(page, { name: 'long.pdf', type: 'application/pdf', bytes, schema: 'Invoice' });
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox', { name: 'Search in this document' }).fill('needle287x');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 1');
  await expect(page.getByRole('group', { name: /^Page 287/ })).toBeInViewport();
  await expect(page.locator('[data-found=current]')).toBeInViewport();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+PageDown');
  await expect(page.getByText('Page 288 of 300')).toBeVisible();
});

test('the palette finds documents, places and commands, and runs them where the focus was', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const number = page.getByRole('combobox', { name: /invoice number/i });
  await number.focus();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search pages and commands' });
  await palette.getByRole('combobox').fill('plain text');
  await expect(palette.getByRole('option', { name: /Show plain text/ })).toHaveAttribute('aria-selected', 'true');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Text of page 1' })).toBeVisible();
  await expect(number).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toHaveText(/Show plain text/);
  await palette.getByRole('combobox').fill('invoice-english');
  await expect(palette.getByRole('group', { name: 'Documents' }).getByRole('option').first()).toBeVisible();
  await palette.getByRole('combobox').fill('schemas');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/schemas$/);
});

test('what stands in menus is in the palette too: a document of several pages is split from there', async ({ page }) => {
  await page.goto('/documents');
  await openSample(page, 'invoice-two-pages');
  const palette = page.getByRole('dialog', { name: 'Search pages and commands' });
  // The menu's part comes while the browser is idle.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('postpone');
    await expect(palette.getByRole('option', { name: /Postpone/ })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /Postpone/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('split');
  await expect(palette.getByRole('option', { name: /Split …/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/split$/);
});

test('a key is changed in the sheet, a conflict is named and settled, and all usual keys come back', async ({ page }) => {
  await page.goto('/documents');
  const keys = page.getByRole('dialog', { name: 'Keyboard' });
  // A hand is slower than the page's scripts.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(keys).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await keys.getByRole('button', { name: 'Change keys' }).click();
  await keys.getByRole('button', { name: 'Change the key: Samples' }).click();
  await page.keyboard.press('j');
  await expect(keys.getByRole('alert')).toHaveText('J already does: Next document.');
  await keys.getByRole('button', { name: 'Use it here instead' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(page.getByRole('dialog', { name: /sample/i })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await keys.getByRole('button', { name: 'Change keys' }).click();
  await keys.getByRole('button', { name: 'Restore all default keys' }).click();
  await expect(keys.getByRole('button', { name: 'Restore the default key: Samples' })).toHaveCount(0);
});

test('at 200 % zoom the review can be worked with, and a phone approves a clean document', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto('/documents');
  await openSample(page, 'invoice-english');
  const number = page.getByRole('combobox', { name: /invoice number/i });
  await number.focus();
  await expect(number).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Page images' })).toBeInViewport();
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(wide).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeInViewport();
  await expect.poll(wide).toBeLessThanOrEqual(0);
  await approve(page, page.getByText('invoice-english.pdf is approved').first());
});
