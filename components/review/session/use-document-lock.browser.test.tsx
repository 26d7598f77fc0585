import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { json, onRequest } from '#components/testing/network.ts';
import { documentWith } from '#components/testing/stand-in-document.ts';
import { tabId } from '#lib/client/http/tab-id.ts';
import { type DocumentLock, lockAnswerSchema, takeLockSchema } from '#lib/contract/desk/desk-document.ts';
import { useDocumentLock } from './use-document-lock.ts';

const THEIRS: DocumentLock = { holder: { id: 'grace', name: 'Grace' }, tab: 'g', since: '2026-01-05T10:00:00.000Z', ahead: false };
const MINE: DocumentLock = { ...THEIRS, holder: { id: 'person-1', name: 'Ada Reviewer' }, tab: tabId() };

const onMine = () => undefined;

/** An open document whose list row tells of `lock`, and what its tab asks and gives back. The desk answers with what `holds` says. */
async function openDocument(lock: DocumentLock | null, holds: DocumentLock) {
  const desk = { holds };
  const waiting: (boolean | undefined)[] = [];
  const leaving: (string | null)[] = [];
  const document = documentWith({ lock });
  onRequest(`POST /api/documents/${document.id}/lock`, (request) => {
    waiting.push(request.json(takeLockSchema).waiting);
    return json(lockAnswerSchema, { mine: desk.holds === MINE, lock: desk.holds });
  });
  onRequest(`DELETE /api/documents/${document.id}/lock`, ({ query }) => {
    leaving.push(query.get('leaving'));
    return { status: 204, type: 'text/plain', body: '' };
  });
  const hook = await renderHook(() => useDocumentLock(document, true, null, onMine));
  return { desk, waiting, leaving, hook };
}

/** The tab is shown again, on which it asks at once. */
const show = () => document.dispatchEvent(new Event('visibilitychange'));

test('a tab that opens a document does not say that it waits, though the list still tells of a lock', async () => {
  const { waiting, hook } = await openDocument(THEIRS, MINE);
  await expect.poll(() => waiting).toEqual([false]);
  await expect.poll(() => hook.result.current.lock).toBeNull();
});

test('a tab waits from the moment it is told that another one holds the lock until it gets it', async () => {
  const { desk, waiting, hook } = await openDocument(null, THEIRS);
  await expect.poll(() => hook.result.current.lock?.lock.holder.name).toBe('Grace');
  desk.holds = MINE;
  await show();
  await expect.poll(() => hook.result.current.lock).toBeNull();
  await show();
  await expect.poll(() => waiting).toEqual([false, true, false]);
});

test('a tab that leaves the page says so, and one that closes the document gives the lock back at once', async () => {
  const { leaving, waiting, hook } = await openDocument(null, MINE);
  await expect.poll(() => waiting).toHaveLength(1);
  window.dispatchEvent(new Event('pagehide'));
  await expect.poll(() => leaving).toEqual(['true']);
  await hook.unmount();
  await expect.poll(() => leaving).toEqual(['true', null]);
});
