import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import { standInSettings } from '#components/testing/stand-in-settings.ts';
import { newId } from '#lib/client/http/new-id.ts';
import { approveSchema, rejectSchema, reopenSchema } from '#lib/contract/desk/decision.ts';
import { type DeskDocument, deskDocumentDetailSchema, deskDocumentSchema } from '#lib/contract/desk/desk-document.ts';
import { postponeSchema } from '#lib/contract/desk/queue.ts';
import { listSchemaSettingsSchema } from '#lib/contract/desk/schemas/schema-settings.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import { BulkApprove, BulkPostpone, BulkReject } from './bulk-decisions.tsx';

const make = (name: string, more: Partial<DeskDocument> = {}) =>
  documentWith({ id: newId(), name, state: 'to_review', open_flags: 0, revision: 3, ...more });

const detail = (document: DeskDocument) =>
  json(deskDocumentDetailSchema, {
    document,
    schema: null,
    fields: null,
    flags: [],
    approval: null,
    rejection: null,
    attachments: [],
    unfitting: {},
  });

const refusal = (reason: string) =>
  json(problemSchema, { type: 'about:blank', title: reason, status: 409, code: 'document_locked', detail: reason }, 409);

const nothing = () => undefined;

test('only documents without open flags are approved, at the revision that was seen; what the desk refuses is listed with the reason', async () => {
  const [good, locked, flagged] = [make('good.pdf'), make('locked.pdf'), make('flagged.pdf', { open_flags: 2 })];
  const sent: unknown[] = [];
  onRequest('POST /api/documents/:id/approve', (request) => {
    sent.push([request.parameters.id, request.json(approveSchema)]);
    if (request.parameters.id === locked.id) return refusal('Ben has it open.');
    return detail({ ...good, state: 'approved', revision: 4 });
  });
  await renderInApp(<BulkApprove documents={[good, locked, flagged]} onClose={nothing} onDone={nothing} />);
  await expect.element(page.getByText('2 documents will be approved.')).toBeVisible();
  await expect.element(page.getByText('2 open flags. Review it first.')).toBeVisible();
  await page.getByRole('button', { name: 'Approve 2 documents' }).click();
  await expect.element(page.getByText('1 document approved.')).toBeVisible();
  await expect.element(page.getByText('Ben has it open.')).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent).toContainEqual([good.id, expect.objectContaining({ revision: 3, sign_off: false })]);
});

test('an approval in bulk is taken back at the revision that it made', async () => {
  const documents = [make('one.pdf'), make('flagged.pdf', { open_flags: 1 })];
  const reopened: unknown[] = [];
  onRequest('POST /api/documents/:id/approve', () => detail({ ...documents[0]!, state: 'approved', revision: 4 }));
  onRequest('POST /api/documents/:id/reopen', (request) => {
    reopened.push([request.parameters.id, request.json(reopenSchema).revision]);
    return detail({ ...documents[0]!, revision: 5 });
  });
  await renderInApp(<BulkApprove documents={documents} onClose={nothing} onDone={nothing} />);
  await page.getByRole('button', { name: 'Approve 1 document' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Taken back for 1 document.')).toBeVisible();
  expect(reopened).toEqual([[documents[0]!.id, 4]]);
});

test('where nothing is left over, the dialog goes and a toast offers to take it back', async () => {
  const document = make('one.pdf');
  let isDone = false;
  onRequest('POST /api/documents/:id/approve', () => detail({ ...document, state: 'approved', revision: 4 }));
  onRequest('POST /api/documents/:id/reopen', () => detail({ ...document, revision: 5 }));
  const done = () => {
    isDone = true;
  };
  await renderInApp(<BulkApprove documents={[document]} onClose={nothing} onDone={done} />);
  await page.getByRole('button', { name: 'Approve 1 document' }).click();
  await expect.element(page.getByText('1 document approved')).toBeVisible();
  expect(isDone).toBe(true);
});

test('nothing is rejected without a reason', async () => {
  const document = make('one.pdf');
  onRequest('GET /api/schema-settings', () => json(listSchemaSettingsSchema, { items: [] }));
  const reasons: string[] = [];
  onRequest('POST /api/documents/:id/reject', (request) => {
    reasons.push(request.json(rejectSchema).reason);
    return detail({ ...document, state: 'rejected', revision: 4 });
  });
  await renderInApp(<BulkReject documents={[document]} onClose={nothing} onDone={nothing} />);
  await page.getByRole('button', { name: 'Reject 1 document' }).click();
  await expect.element(page.getByText('Enter a reason.')).toBeVisible();
  expect(reasons).toEqual([]);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Not ours');
  await page.getByRole('button', { name: 'Reject 1 document' }).click();
  await expect.element(page.getByText('1 document rejected')).toBeVisible();
  expect(reasons).toEqual(['Not ours']);
});

test('a reason of one of the schemas is chosen and written on', async () => {
  const documents = [make('one.pdf', { schema_id: 'a' }), make('two.pdf', { schema_id: 'b' })];
  const settings = (schema_id: string, rejection_reasons: string[]) =>
    standInSettings({ schema_id, schema_name: schema_id, rejection_reasons });
  const items = [
    settings('a', ['Not ours', 'Already paid']),
    settings('b', ['Not ours', 'Unreadable']),
    settings('c', ['Of another schema']),
  ];
  onRequest('GET /api/schema-settings', () => json(listSchemaSettingsSchema, { items }));
  const reasons: string[] = [];
  onRequest('POST /api/documents/:id/reject', (request) => {
    reasons.push(request.json(rejectSchema).reason);
    return detail({ ...documents[0]!, state: 'rejected', revision: 4 });
  });
  await renderInApp(<BulkReject documents={documents} onClose={nothing} onDone={nothing} />);
  const choices = page.getByRole('group', { name: 'Reasons to choose from' });
  await expect
    .poll(() =>
      choices
        .getByRole('button')
        .elements()
        .map((button) => button.textContent),
    )
    .toEqual(['Not ours', 'Already paid', 'Unreadable']);
  await choices.getByRole('button', { name: 'Already paid' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  await userEvent.keyboard(', see 4711');
  await page.getByRole('button', { name: 'Reject 2 documents' }).click();
  await expect.poll(() => reasons).toEqual(['Already paid, see 4711', 'Already paid, see 4711']);
});

test('what was approved meanwhile is not postponed, and what was postponed before is so again after Undo', async () => {
  const until = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const waiting = make('waiting.pdf', { postponed: { until, reason: 'First reason' } });
  const sent: unknown[] = [];
  onRequest('POST /api/documents/:id/postpone', (request) => {
    sent.push(request.json(postponeSchema).postponed);
    return json(deskDocumentSchema, waiting);
  });
  await renderInApp(<BulkPostpone documents={[waiting, make('approved.pdf', { state: 'approved' })]} onClose={nothing} onDone={nothing} />);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Second reason');
  await page.getByRole('button', { name: 'Postpone 1 document' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Taken back for 1 document.')).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ reason: 'Second reason' }), { until, reason: 'First reason' }]);
});
