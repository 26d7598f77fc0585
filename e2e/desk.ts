import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';

const SAMPLES = path.resolve(import.meta.dirname, '../samples');

/** What the sample documents say, by file name. */
export const TRUTH = JSON.parse(readFileSync(path.join(SAMPLES, 'truth.json'), 'utf8')) as Record<string, Record<string, unknown>>;

/** Where something is on the screen once it moves no more. */
export async function stillBox(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let before = '';
  await expect(async () => {
    const last = before;
    before = JSON.stringify(await locator.boundingBox());
    expect(before).not.toBe('null');
    expect(before).toBe(last);
  }).toPass({ intervals: [300], timeout: 60_000 });
  return JSON.parse(before);
}

/** Path of a sample document. */
export function samplePath(file: string): string {
  return path.join(SAMPLES, file);
}

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

/** Adds a sample of the drawer, waits until it can be reviewed, and opens it. */
export async function openSample(page: Page, sample: string): Promise<void> {
  const answer = await page.request.post(`/api/samples/${sample}`, { headers: { origin: new URL(page.url()).origin } });
  const { id } = (await answer.json()) as { id: string };
  await expect
    .poll(async () => ((await (await page.request.get(`/api/documents/${id}`)).json()) as { document: { state: string } }).document.state, {
      timeout: 200_000,
    })
    .toBe('to_review');
  await page.goto(`/documents/${id}`);
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
}
