import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import PdfDocument from 'pdfkit';
import { drop, samplePath } from './desk.ts';

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
  await expect(page.getByText(/same content as many-one\.txt|same content as many-copy\.txt/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove this' }).click();
  await expect(page.getByRole('row', { name: /many-(one|copy)\.txt/ })).toHaveCount(1);
});

test('a picture pasted from the clipboard becomes a document', async ({ page }) => {
  await page.goto('/documents');
  await expect(page.getByRole('table', { name: 'Documents' }).getByRole('row').nth(1)).toBeVisible();
  await page.evaluate(
    (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'pasted-receipt.jpg', { type: 'image/jpeg' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    },
    readFileSync(samplePath('receipt-photo.jpg')).toString('base64'),
  );
  await expect(page.getByRole('row', { name: /pasted-receipt/ })).toBeVisible();
});

test('bad files get a clear sentence and the good one beside them goes on', async ({ page }) => {
  await page.goto('/documents');
  await drop(page, [
    { name: 'bad-empty.pdf', type: 'application/pdf', bytes: Buffer.alloc(0) },
    { name: 'bad-truncated.pdf', type: 'application/pdf', bytes: invoice().subarray(0, 700) },
    { name: 'bad-protected.pdf', type: 'application/pdf', bytes: await protectedPdf('open sesame') },
    { name: '../../bad-name\u202egnp.pdf', type: 'application/pdf', bytes: invoice() },
  ]);
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText(/empty/i)).toBeVisible();
  for (const name of [/bad-truncated\.pdf/, /bad-protected\.pdf/]) {
    await expect(page.getByRole('row', { name }).getByText('Failed')).toBeVisible({ timeout: 30_000 });
  }
  await expect(page.getByRole('row', { name: /bad-name/ }).getByText('To review')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('row', { name: /\.\.\// })).toHaveCount(0);

  await page
    .getByRole('row', { name: /bad-protected/ })
    .getByRole('link')
    .click();
  await page.getByLabel('Password of the file').fill('wrong');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText(/password does not open/i).first()).toBeVisible({ timeout: 30_000 });
  await page.getByLabel('Password of the file').fill('open sesame');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const question = page.getByRole('heading', { name: 'Which kind of document is this?' });
  await expect(question.or(page.getByRole('button', { name: 'Approve', exact: true }))).toBeVisible({ timeout: 30_000 });
});

test('an upload can be cancelled and sent again', async ({ page }) => {
  await page.goto('/documents');
  // A slow line, so that there is time to cancel.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: 5e6,
    uploadThroughput: 200_000,
  });
  await drop(page, [{ name: 'slow-line.txt', type: 'text/plain', bytes: Buffer.alloc(3_000_000, 'A line of text that is long.\n') }]);
  await expect(page.getByText(/of 3(\.0)? MB/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel slow-line.txt' }).click();
  await expect(page.getByText('Cancelled')).toBeVisible();
  await expect(page.getByRole('row', { name: /slow-line\.txt/ })).toHaveCount(0);
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await page.getByRole('button', { name: 'Send slow-line.txt again' }).click();
  await expect(page.getByRole('row', { name: /slow-line\.txt/ })).toBeVisible();
});
