import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import PdfDocument from 'pdfkit';
import { drop, fresh, samplePath } from './desk.ts';

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
    name: fresh(`many-${name}.txt`),
    type: 'text/plain',
    bytes: Buffer.from(fresh(`Note ${name}`)),
  }));
  await drop(page, [...files, { name: fresh('many-copy.txt'), type: 'text/plain', bytes: Buffer.from(fresh('Note one')) }]);
  for (const { name } of files) await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await expect(page.getByText(new RegExp(`same content as (${fresh('many-one')}|${fresh('many-copy')})\\.txt`))).toBeVisible();
  await page.getByRole('button', { name: 'Remove this' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`(${fresh('many-one')}|${fresh('many-copy')})\\.txt`) })).toHaveCount(1);
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
    [readFileSync(samplePath('receipt-photo.jpg')).toString('base64'), fresh('pasted-receipt.jpg')] as const,
  );
  await expect(page.getByRole('row', { name: new RegExp(fresh('pasted-receipt')) })).toBeVisible();
});

test('bad files get a clear sentence and the good one beside them goes on', async ({ page }) => {
  await page.goto('/documents');
  await drop(page, [
    { name: fresh('bad-empty.pdf'), type: 'application/pdf', bytes: Buffer.alloc(0) },
    { name: fresh('bad-truncated.pdf'), type: 'application/pdf', bytes: invoice().subarray(0, 700) },
    { name: fresh('bad-protected.pdf'), type: 'application/pdf', bytes: await protectedPdf('open sesame') },
    { name: `../../${fresh('bad-name')}\u202egnp.pdf`, type: 'application/pdf', bytes: invoice() },
  ]);
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText(/empty/i)).toBeVisible();
  for (const name of [fresh('bad-truncated.pdf'), fresh('bad-protected.pdf')]) {
    await expect(page.getByRole('row', { name: new RegExp(name) }).getByText('Failed')).toBeVisible({ timeout: 200_000 });
  }
  await expect(page.getByRole('row', { name: new RegExp(fresh('bad-name')) }).getByText('To review')).toBeVisible({ timeout: 200_000 });
  await expect(page.getByRole('row', { name: /\.\.\// })).toHaveCount(0);

  await page
    .getByRole('row', { name: new RegExp(fresh('bad-protected')) })
    .getByRole('link')
    .click();
  await page.getByLabel('Password of the file').fill('wrong');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText(/password does not open/i).first()).toBeVisible({ timeout: 200_000 });
  await page.getByLabel('Password of the file').fill('open sesame');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const question = page.getByRole('heading', { name: 'Which kind of document is this?' });
  await expect(question.or(page.getByRole('button', { name: 'Approve', exact: true }))).toBeVisible({ timeout: 200_000 });
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
  await drop(page, [
    { name: fresh('slow-line.txt'), type: 'text/plain', bytes: Buffer.alloc(3_000_000, 'A line of text that is long.\n') },
  ]);
  await expect(page.getByText(/of 3(\.0)? MB/).first()).toBeVisible();
  await page.getByRole('button', { name: `Cancel ${fresh('slow-line.txt')}` }).click();
  await expect(page.getByText('Cancelled')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(fresh('slow-line')) })).toHaveCount(0);
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await page.getByRole('button', { name: `Send ${fresh('slow-line.txt')} again` }).click();
  await expect(page.getByRole('row', { name: new RegExp(fresh('slow-line')) })).toBeVisible();
});
