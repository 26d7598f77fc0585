import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import PdfDocument from 'pdfkit';
import { dragFiles } from '../steps/drag-files.ts';
import { drop } from '../steps/drop-files.ts';
import { samplePath } from '../steps/samples.ts';

const invoice = () => readFileSync(samplePath('invoice-french.pdf'));

async function protectedPdf(password: string): Promise<Buffer> {
  const document = new PdfDocument({ userPassword: password });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => document.on('end', resolve));
  document.text('Invoice number: SECRET-1');
  document.end();
  await done;
  return Buffer.concat(chunks);
}

test('many files dropped at once all arrive, and the same content is noticed', async ({ page }) => {
  await page.goto('/documents');
  const files = ['one', 'two', 'three'].map((name) => ({
    name: `many-${name}.txt`,
    type: 'text/plain',
    bytes: Buffer.from(`Note ${name}`),
  }));
  await drop(page, [...files, { name: 'many-copy.txt', type: 'text/plain', bytes: Buffer.from('Note one') }]);
  for (const { name } of files) await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await expect(page.getByText(/same content as (many-one|many-copy)\.txt/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove this' }).click();
  await expect(page.getByRole('row', { name: /(many-one|many-copy)\.txt/ })).toHaveCount(1);
});

test('a picture pasted from the clipboard becomes a document', async ({ page }) => {
  await page.goto('/documents');
  await expect(page.getByRole('table', { name: 'Documents' }).getByRole('row').nth(1)).toBeVisible();
  await page.evaluate(
    ([base64, name]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], name, { type: 'image/jpeg' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    },
    [readFileSync(samplePath('receipt-photo.jpg')).toString('base64'), 'pasted-receipt.jpg'] as const,
  );
  await expect(page.getByRole('row', { name: /pasted-receipt/ })).toBeVisible();
});

test('bad files get a clear sentence and the good one beside them goes on', async ({ page }) => {
  await page.goto('/documents');
  await drop(page, [
    { name: 'bad-empty.pdf', type: 'application/pdf', bytes: Buffer.alloc(0) },
    { name: 'bad-truncated.pdf', type: 'application/pdf', bytes: invoice().subarray(0, 700) },
    { name: 'bad-protected.pdf', type: 'application/pdf', bytes: await protectedPdf('open sesame') },
    { name: `../../bad-name\u202egnp.pdf`, type: 'application/pdf', bytes: invoice() },
  ]);
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText(/The file is empty/)).toBeVisible();
  for (const name of ['bad-truncated.pdf', 'bad-protected.pdf']) {
    await expect(page.getByRole('row', { name: new RegExp(name) }).getByText('Failed')).toBeVisible({ timeout: 200_000 });
  }
  await expect(page.getByRole('row', { name: /bad-name/ }).getByText('To review')).toBeVisible({ timeout: 200_000 });
  await expect(page.getByRole('row', { name: /\.\.\// })).toHaveCount(0);

  await page
    .getByRole('row', { name: /bad-protected/ })
    .getByRole('link')
    .click();
  await page.getByLabel('Password of the file').fill('wrong');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText(/password does not open/i).first()).toBeVisible({ timeout: 200_000 });
  await page.getByLabel('Password of the file').fill('open sesame');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const question = page.getByRole('heading', { name: 'What kind of document is this?' });
  await expect(question.or(page.getByRole('button', { name: 'Approve', exact: true }))).toBeVisible({ timeout: 200_000 });
});

test('a file of a kind that is not read is told in red with the reason, and never counts as added', async ({ page }) => {
  await page.goto('/documents');
  await page.evaluate(() => {
    const seen = window as unknown as { green: boolean };
    seen.green = false;
    new MutationObserver(() => {
      const row = [...document.querySelectorAll('section[aria-label="Uploads"] .relative > div')].find((one) =>
        one.textContent?.includes('setup.exe'),
      );
      if (row?.querySelector('.text-ok')) seen.green = true;
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await drop(page, [
    { name: 'setup.exe', type: 'application/octet-stream', bytes: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4_000, 7)]) },
  ]);
  const panel = page.getByRole('region', { name: 'Uploads' });
  const reason = panel.locator('.text-bad', { hasText: /\w{3,}/ });
  await expect(reason).toBeVisible();
  await expect(reason).not.toHaveText(/no reason/);
  await expect(panel.getByRole('heading')).toHaveText(/1 file (cannot be read|not added)/);
  await expect(panel.getByText(/^Stored/)).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { green: boolean }).green)).toBe(false);
});

test('an upload can be cancelled and sent again', async ({ page }) => {
  await page.goto('/documents');
  // A slow line, so that there is time to cancel.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: 5e6,
    uploadThroughput: 50_000,
  });
  await drop(page, [{ name: 'slow-line.txt', type: 'text/plain', bytes: Buffer.alloc(3_000_000, 'A line of text that is long.\n') }]);
  await expect(page.getByText(/of 3(\.0)? MB/).first()).toBeVisible();
  await page.getByRole('button', { name: `Cancel slow-line.txt` }).click();
  await expect(page.getByText('Cancelled')).toBeVisible();
  await expect(page.getByRole('row', { name: /slow-line/ })).toHaveCount(0);
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await page.getByRole('button', { name: 'Retry slow-line.txt' }).click();
  await expect(page.getByRole('row', { name: /slow-line/ })).toBeVisible();
});

/** A folder on this machine with `paths` in it, each holding a text of its own. */
function makeFolder(name: string, paths: string[]): string {
  const folder = test.info().outputPath(name);
  mkdirSync(folder, { recursive: true });
  for (const one of paths) {
    mkdirSync(path.dirname(path.join(folder, one)), { recursive: true });
    writeFileSync(path.join(folder, one), `${name} ${one} ${Math.random()}`);
  }
  return folder;
}

const dropScreen = (page: Page) => page.getByText('Drop to add');
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const anywhere = [700, 500] as const;

async function openList(page: Page): Promise<void> {
  await page.goto('/documents');
  await expect(page.getByRole('button', { name: 'Add documents' })).toBeEnabled();
  await page.waitForLoadState('networkidle');
}

test('a folder dragged in from outside shows the kinds as tiles, and its files arrive with their paths and the tile they fell on', async ({
  page,
}) => {
  const folder = makeFolder('dragged-year', [`march/dragged-inner.txt`, 'dragged-outer.txt', '.DS_Store']);
  await openList(page);
  const drag = await dragFiles(page, [folder], ...anywhere);
  const tile = page.locator('[data-drop-schema]').filter({ hasText: 'Receipt' });
  await expect(tile).toBeVisible();
  const box = (await tile.boundingBox())!;
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await drag.over(...middle);
  await expect(tile).toHaveClass(/border-accent/);
  await drag.drop(...middle);
  await expect(dropScreen(page)).toHaveCount(0);
  const inner = page.getByRole('link', { name: `dragged-inner.txt, in dragged-year/march` });
  await expect(inner).toBeVisible();
  await expect(page.getByRole('link', { name: `dragged-outer.txt, in dragged-year`, exact: true })).toBeVisible();
  await expect(rowOf(page, 'dragged-inner').getByText('Receipt')).toBeVisible();
  await expect(rowOf(page, 'DS_Store')).toHaveCount(0);
});

test('files dragged out of the window again leave nothing behind, and an empty folder is said to be empty', async ({ page }) => {
  const folder = makeFolder('dragged-empty', []);
  await openList(page);
  const away = await dragFiles(page, [folder], ...anywhere);
  await expect(dropScreen(page)).toBeVisible();
  await away.leave();
  await expect(dropScreen(page)).toHaveCount(0);
  const drag = await dragFiles(page, [folder], ...anywhere);
  await expect(dropScreen(page)).toBeVisible();
  await drag.drop(...anywhere);
  await expect(page.getByText('Nothing to add')).toBeVisible();
});

test('words of the page, and its own pictures, are dragged without the drop screen, and words still fall into a field', async ({
  page,
}) => {
  await openList(page);
  await page.evaluate(() => {
    const noted = window as unknown as { opened: boolean };
    noted.opened = false;
    new MutationObserver(() => {
      if (document.body.textContent?.includes('Drop to add')) noted.opened = true;
    }).observe(document.body, { childList: true, subtree: true });
    const picture = document.createElement('img');
    picture.alt = 'A picture of the page';
    picture.src = '/favicon.svg';
    picture.width = 40;
    document.querySelector('main h1')?.after(picture);
  });
  const search = page.getByRole('searchbox');
  await page.getByRole('img', { name: 'A picture of the page' }).dragTo(page.locator('main'));
  await page.getByRole('heading', { name: 'Documents', exact: true }).dblclick();
  await page.getByRole('heading', { name: 'Documents', exact: true }).dragTo(search);
  await expect(search).toHaveValue(/Documents/);
  expect(await page.evaluate(() => (window as unknown as { opened: boolean }).opened)).toBe(false);
});

test('files are chosen with the button, a folder from the menu, and a chooser left without files changes nothing', async ({ page }) => {
  const folder = makeFolder('chosen-year', [`april/chosen-inner.txt`, 'desktop.ini']);
  const single = path.join(makeFolder('chosen-single', ['chosen-one.txt']), 'chosen-one.txt');
  await openList(page);
  const first = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add documents' }).click();
  await (await first).setFiles([]);
  await page.keyboard.press('Escape');
  const second = page.waitForEvent('filechooser');
  await page.getByRole('heading', { name: 'Documents', exact: true }).click();
  await page.keyboard.press('a');
  const files = await second;
  expect(files.isMultiple()).toBe(true);
  await files.setFiles([single]);
  await expect(rowOf(page, 'chosen-one.txt')).toBeVisible();
  const third = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'More ways to add' }).click();
  await page.getByRole('menuitem', { name: 'A folder and its subfolders' }).click();
  await (await third).setFiles(folder);
  await expect(page.getByRole('link', { name: `chosen-inner.txt, in chosen-year/april` })).toBeVisible();
  await expect(rowOf(page, 'desktop.ini')).toHaveCount(0);
});

test('a file let fall on a screen that takes none does not take the place of the desk', async ({ page }) => {
  const folder = makeFolder('refused', ['page.html']);
  await page.goto('/schemas');
  await expect(page.getByRole('heading', { name: 'Schemas' })).toBeVisible();
  const drag = await dragFiles(page, [path.join(folder, 'page.html')], ...anywhere);
  await drag.drop(...anywhere);
  await expect(page.getByRole('heading', { name: 'Schemas' })).toBeVisible();
  await expect(page).toHaveURL(/\/schemas$/);
  await expect(dropScreen(page)).toHaveCount(0);
});
