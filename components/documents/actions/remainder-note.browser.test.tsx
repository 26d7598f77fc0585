import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { ADA } from '#components/testing/render-question.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import { listRemainders } from '#lib/client/documents/bulk-remainder.ts';
import { newId } from '#lib/client/http/new-id.ts';
import { type DeskDocument, deskDocumentDetailSchema, deskDocumentSchema } from '#lib/contract/desk/desk-document.ts';
import { BulkQuestions } from './bulk-questions.tsx';
import { RemainderNote } from './remainder-note.tsx';

const make = (name: string, more: Partial<DeskDocument> = {}) => documentWith({ id: newId(), name, state: 'to_review', ...more });
const nothing = () => undefined;

afterEach(() => localStorage.clear());

test('what an action had not come to when its page went is told, and gone on with as the documents are now', async () => {
  const documents = Array.from({ length: 7 }, (_, at) => make(`${at}.pdf`));
  const assigned: string[] = [];
  let isPageThere = true;
  onRequest('POST /api/documents/:id/assign', ({ parameters: { id } }) => {
    const document = documents.find((one) => one.id === id)!;
    // the page goes when four are under way and two are done
    if (isPageThere && assigned.length >= 2) return new Promise(() => undefined);
    assigned.push(id!);
    return json(deskDocumentSchema, document);
  });
  const { screen } = await renderInApp(
    <CurrentUserContext value={ADA}>
      <BulkQuestions documents={documents} open={{ personId: 'ben', name: 'Ben' }} onClose={nothing} onDone={nothing} />
    </CurrentUserContext>,
  );
  await page.getByRole('button', { name: 'Assign 7 documents' }).click();
  await expect.element(page.getByText('2 of 7 documents')).toBeVisible();
  expect(listRemainders('ada')).toEqual([]);
  window.dispatchEvent(new Event('pagehide'));
  isPageThere = false;
  await screen.unmount();
  expect(listRemainders('someone else')).toEqual([]);
  expect(listRemainders('ada')[0]?.ids).toHaveLength(5);

  onRequest('GET /api/documents/:id', ({ parameters: { id } }) => {
    const document = documents.find((one) => one.id === id)!;
    const isTakenMeanwhile = document.name === '6.pdf';
    return json(deskDocumentDetailSchema, {
      document: isTakenMeanwhile ? { ...document, assigned_to: { id: 'ben', name: 'Ben' } } : document,
      schema: null,
      fields: null,
      flags: [],
      approval: null,
      rejection: null,
      attachments: [],
      unfitting: {},
    });
  });
  await renderInApp(
    <CurrentUserContext value={ADA}>
      <RemainderNote />
    </CurrentUserContext>,
  );
  await expect.element(page.getByText('Assigning to Ben ended when its page was closed: 2 of 7 documents were done.')).toBeVisible();
  await page.getByRole('button', { name: 'Go on with 5 documents' }).click();
  await page.getByRole('button', { name: 'Assign 4 documents' }).click();
  await expect.element(page.getByText('4 documents assigned to Ben.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(page.getByText(/ended when its page was closed/)).not.toBeInTheDocument();
  expect(assigned).toEqual(expect.arrayContaining(documents.slice(0, 6).map(({ id }) => id)));
  expect(listRemainders('ada')).toEqual([]);
});

test('what is left for good is not offered again', async () => {
  const kept = { action: 'approve', ids: [newId()], total: 3, seenAt: Date.now(), isLeft: true };
  localStorage.setItem(`countersign.bulk.ada.${newId()}`, JSON.stringify(kept));
  await renderInApp(
    <CurrentUserContext value={ADA}>
      <RemainderNote />
    </CurrentUserContext>,
  );
  await expect.element(page.getByText('Approving ended when its page was closed: 2 of 3 documents were done.')).toBeVisible();
  await page.getByRole('button', { name: 'Leave them' }).click();
  await expect.element(page.getByText(/ended when its page was closed/)).not.toBeInTheDocument();
  expect(listRemainders('ada')).toEqual([]);
});
