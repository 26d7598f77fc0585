import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { json, NO_CONNECTION, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import { UploadPanel } from '#components/upload/upload-panel.tsx';
import { uploadQueue } from '#lib/client/upload/tab-uploads.ts';
import { deskDocumentSchema } from '#lib/contract/desk/desk-document.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import type { ProblemCode } from '#lib/contract/problems/problem-codes.ts';

const file = (name: string, content = 'content') => ({ file: new File([content], name, { type: 'text/plain' }), folder: '' });
const list = () => page.getByRole('region', { name: 'Uploads' });

/** Answers uploads as a desk that stores everything. */
function storeAll(): string[] {
  const stored: string[] = [];
  onRequest('POST /api/documents', ({ query }) => {
    stored.push(query.get('name') ?? '');
    return json(deskDocumentSchema, documentWith({ name: query.get('name') ?? '', state: 'received' }), 201);
  });
  return stored;
}

const refuse = (status: number, code: ProblemCode, detail: string) =>
  json(problemSchema, { type: 'about:blank', title: detail, status, code, detail }, status);

// The queue lives as long as the tab.
afterEach(() => {
  uploadQueue.cancelAll();
  uploadQueue.dismissFinished();
});

test('is not there while nothing was uploaded', async () => {
  await renderInApp(<UploadPanel />);
  expect(list().query()).toBeNull();
});

test('names each file, says when all are stored, and leads to their documents', async () => {
  const stored = storeAll();
  const { visited } = await renderInApp(<UploadPanel />);
  uploadQueue.add([file('a.txt'), file('b.txt')], {});
  await expect.element(list().getByRole('heading')).toHaveTextContent('2 files added');
  expect(stored.toSorted()).toEqual(['a.txt', 'b.txt']);
  await list().getByRole('link', { name: 'a.txt' }).click();
  expect(visited).toMatchObject([/^\/documents\//]);
});

test('a file that the desk refuses stands first with the reason, and can be sent again', async () => {
  let isFull = true;
  const store: string[] = [];
  onRequest('POST /api/documents', ({ query }) => {
    const name = query.get('name') ?? '';
    if (name === 'large.txt' && isFull) return refuse(413, 'file_too_large', 'The file is larger than 10 MB.');
    store.push(name);
    return json(deskDocumentSchema, documentWith({ name, state: 'received' }), 201);
  });
  await renderInApp(<UploadPanel />);
  uploadQueue.add([file('small.txt'), file('large.txt')], {});
  await expect.element(list().getByRole('heading')).toHaveTextContent('1 file not added');
  await expect.element(list().getByText('The file is larger than 10 MB.')).toBeVisible();
  await expect.element(list()).toHaveTextContent(/large\.txt.*small\.txt/);
  isFull = false;
  await list().getByRole('button', { name: 'Retry large.txt' }).click();
  await expect.element(list().getByRole('heading')).toHaveTextContent('2 files added');
  expect(store).toContain('large.txt');
});

test('without a desk the files wait, which is said, and go on by themselves', async () => {
  let isDown = true;
  const stored = storeAll();
  onRequest('GET /api/health', () => NO_CONNECTION);
  onRequest('POST /api/documents', ({ query }) => {
    if (isDown) return NO_CONNECTION;
    stored.push(query.get('name') ?? '');
    return json(deskDocumentSchema, documentWith({ name: query.get('name') ?? '', state: 'received' }), 201);
  });
  await renderInApp(<UploadPanel />);
  uploadQueue.add([file('a.txt')], {});
  await expect.element(list().getByRole('heading')).toHaveTextContent('1 file waiting for the desk to answer');
  isDown = false;
  await expect.element(list().getByRole('heading')).toHaveTextContent('1 file added');
  expect(stored).toEqual(['a.txt']);
});

test('a file on its way can be cancelled, and nothing more is said of it being added', async () => {
  let store = () => {};
  const asked = new Promise<void>((resolve) => {
    store = resolve;
  });
  onRequest('POST /api/documents', async () => {
    await asked;
    return NO_CONNECTION;
  });
  await renderInApp(<UploadPanel />);
  uploadQueue.add([file('slow.txt')], {});
  await expect.element(list().getByRole('progressbar', { name: 'slow.txt sent' })).toBeVisible();
  await list().getByRole('button', { name: 'Cancel slow.txt' }).click();
  await expect.element(list().getByText('Cancelled')).toBeVisible();
  store();
  await list().getByRole('button', { name: 'Remove slow.txt from this list' }).click();
  await expect.element(list()).not.toBeInTheDocument();
});

test('of a file that is there already one is asked whether to keep both', async () => {
  const other = documentWith({ name: 'old.txt' });
  const copy = documentWith({ name: 'copy.txt', duplicate_of: { id: other.id, name: 'old.txt' } });
  onRequest('POST /api/documents', () => json(deskDocumentSchema, copy, 201));
  const { visited } = await renderInApp(<UploadPanel />);
  uploadQueue.add([file('copy.txt')], {});
  await expect.element(list().getByText('Stored · same content as old.txt')).toBeVisible();
  await list().getByRole('link', { name: 'Open other' }).click();
  expect(visited).toEqual([`/documents/${other.id}`]);
  await list().getByRole('button', { name: 'Keep both' }).click();
  await expect.element(list().getByRole('button', { name: 'Keep both' })).not.toBeInTheDocument();
});

test('the copy of a file that is there already can be removed at once', async () => {
  const other = documentWith({ name: 'old.txt' });
  const copy = documentWith({ name: 'copy.txt', duplicate_of: { id: other.id, name: 'old.txt' } });
  const removed: (string | undefined)[] = [];
  onRequest('POST /api/documents', () => json(deskDocumentSchema, copy, 201));
  onRequest('DELETE /api/documents/:id', ({ parameters }) => {
    removed.push(parameters.id);
    return { status: 204, type: 'text/plain', body: '' };
  });
  await renderInApp(<UploadPanel />);
  uploadQueue.add([file('copy.txt')], {});
  await list().getByRole('button', { name: 'Remove this' }).click();
  await expect.element(list()).not.toBeInTheDocument();
  expect(removed).toEqual([copy.id]);
});

test('a file that was stored but cannot be read says why', async () => {
  const document = documentWith({ name: 'a.txt', state: 'received' });
  onRequest('POST /api/documents', () => json(deskDocumentSchema, document, 201));
  await renderInApp(<UploadPanel />);
  uploadQueue.add([file('a.txt')], {});
  await expect.element(list().getByRole('heading')).toHaveTextContent('1 file added');
  const failure = { code: 'file_damaged', message: 'The file is damaged.' };
  uploadQueue.follow([deskDocumentSchema.parse({ ...document, state: 'failed', failure, change: 2 })]);
  await expect.element(list().getByRole('heading')).toHaveTextContent('1 file cannot be read');
  await expect.element(list().getByText('Could not be read: The file is damaged.')).toBeVisible();
});

test('the list can be folded, and closed when all is done', async () => {
  storeAll();
  await renderInApp(<UploadPanel />);
  uploadQueue.add([file('a.txt')], {});
  await expect.element(list().getByRole('link', { name: 'a.txt' })).toBeVisible();
  await list().getByRole('button', { name: 'Collapse', exact: true }).click();
  await expect.element(list().getByRole('link', { name: 'a.txt' })).not.toBeInTheDocument();
  await list().getByRole('button', { name: 'Close' }).click();
  await expect.element(list()).not.toBeInTheDocument();
});
