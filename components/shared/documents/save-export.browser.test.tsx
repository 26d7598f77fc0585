import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type ApiRequest, json, NO_CONNECTION, onRequest, text } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { Button } from '#components/ui/button.tsx';
import { exportIdsSchema } from '#lib/contract/desk/export.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import { saveExport } from './save-export.tsx';

const IDS = ['one', 'two', 'three'];
let saved: { name: string; text: Promise<string> }[] = [];
beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: fetch(this.href).then((answer) => answer.text()) });
  });
});
afterEach(() => vi.restoreAllMocks());

async function press(values: 'approved' | 'extracted' = 'approved') {
  const order = { what: { format: 'csv' as const, values }, which: { ids: IDS }, count: IDS.length };
  await renderInApp(<Button onPress={() => void saveExport(order)}>Export</Button>);
  await page.getByRole('button', { name: 'Export' }).click();
}

const file = (count: number) => ({
  ...text('number\n1\n', 'text/csv'),
  headers: { 'x-document-count': String(count), 'content-disposition': "attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.csv" },
});

test('an export says that it is prepared, is saved under its name, and says how many documents it has and why not all', async () => {
  let answer: (count: number) => void = () => undefined;
  const asked: unknown[] = [];
  onRequest('POST /api/documents/export', (request: ApiRequest) => {
    asked.push(request.json(exportIdsSchema), request.query.get('values'));
    return new Promise((resolve) => {
      answer = (count) => resolve(file(count));
    });
  });
  await press();
  await expect.element(page.getByText('Exporting 3 documents …')).toBeVisible();
  await expect.element(page.getByText('Preparing the file')).toBeVisible();
  expect(asked).toEqual([{ ids: IDS }, 'approved']);
  answer(2);
  await expect.element(page.getByText('2 documents exported')).toBeVisible();
  await expect.element(page.getByText('résumé.csv, 9 B. The other 1 is not approved.')).toBeVisible();
  await expect.element(page.getByText('Exporting 3 documents …')).not.toBeInTheDocument();
  expect(saved.map(({ name }) => name)).toEqual(['résumé.csv']);
  expect(await saved[0]?.text).toBe('number\n1\n');
});

test('a cancelled export saves nothing', async () => {
  onRequest('POST /api/documents/export', () => new Promise(() => undefined));
  await press();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('The export was cancelled')).toBeVisible();
  expect(saved).toEqual([]);
});

test('approved values of documents of which none is approved make no file', async () => {
  onRequest('POST /api/documents/export', () => file(0));
  await press();
  await expect.element(page.getByText('None of these documents is approved. Export the extracted values instead.')).toBeVisible();
  expect(saved).toEqual([]);
});

test('a refused export says why; one that the connection kept from coming can be tried again', async () => {
  const detail = 'These are more than 10,000 documents. Narrow the filter.';
  onRequest('POST /api/documents/export', () => json(problemSchema, problem(detail), 400));
  await press('extracted');
  await expect.element(page.getByText(detail, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  onRequest('POST /api/documents/export', () => NO_CONNECTION);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect.element(page.getByText(/export fewer documents at a time/)).toBeVisible();
  onRequest('POST /api/documents/export', () => file(3));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('3 documents exported')).toBeVisible();
  expect(saved).toHaveLength(1);
});

const problem = (detail: string) => ({
  type: 'urn:countersign:problem:invalid_request',
  title: 'Invalid request',
  status: 400,
  code: 'invalid_request' as const,
  detail,
});
