import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { samplePath } from './samples.ts';

/** Drops files on the page as a person does from a file manager. */
export async function drop(page: Page, files: { name: string; type: string; bytes: Buffer }[]): Promise<void> {
  const given = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }));
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const { name, type, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
    }
    return data;
  }, given);
  const target = page.getByRole('heading', { name: 'Documents', exact: true });
  // A hand is slower than the page's scripts; a test is not, so it waits until the page has noticed the files.
  await expect(async () => {
    await target.dispatchEvent('dragenter', { dataTransfer: transfer });
    await expect(page.getByText('Drop to add')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

/** Drops one sample under another name and waits until the list shows the state. */
export async function dropSample(page: Page, file: string, name: string): Promise<void> {
  await drop(page, [{ name, type: 'application/octet-stream', bytes: readFileSync(samplePath(file)) }]);
  await expect(page.getByRole('row', { name: new RegExp(name.replace('.', '\\.')) })).toBeVisible();
}
