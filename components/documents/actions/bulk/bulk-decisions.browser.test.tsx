import type { ReactElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { json, onRequest } from '#components/testing/network.ts';
import { ADA, renderQuestion } from '#components/testing/render-question.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import { standInSettings } from '#components/testing/stand-in-settings.ts';
import { forgetBulkUndo } from '#lib/client/documents/bulk-undo.ts';
import { newId } from '#lib/client/http/new-id.ts';
import { approveSchema, rejectSchema, reopenSchema } from '#lib/contract/desk/decision.ts';
import { type DeskDocument, deskDocumentDetailSchema, deskDocumentSchema } from '#lib/contract/desk/desk-document.ts';
import { postponeSchema } from '#lib/contract/desk/queue.ts';
import { listSchemaSettingsSchema } from '#lib/contract/desk/schemas/schema-settings.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import { BulkApprove, BulkExtract, BulkPostpone, BulkReject } from './bulk-decisions.tsx';
import { UndoNote } from './undo-note.tsx';

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

const kept = { personId: ADA.id, action: 'approve' };
const nothing = () => undefined;

afterEach(forgetBulkUndo);

/** A question as the list asks it, with the notice that undoes its outcome. */
const ask = (question: ReactElement<{ onClose: () => void }>) => renderQuestion(question, <UndoNote />);

test('only documents without open flags are approved, at the revision that was seen; what the desk refuses is listed with the reason', async () => {
  const [good, locked, flagged] = [make('good.pdf'), make('locked.pdf'), make('flagged.pdf', { open_flags: 2 })];
  const sent: unknown[] = [];
  onRequest('POST /api/documents/:id/approve', (request) => {
    sent.push([request.parameters.id, request.json(approveSchema)]);
    if (request.parameters.id === locked.id) return refusal('Ben has it open.');
    return detail({ ...good, state: 'approved', revision: 4 });
  });
  await ask(<BulkApprove documents={[good, locked, flagged]} kept={kept} onClose={nothing} onDone={nothing} />);
  await expect.element(page.getByText('2 documents will be approved.')).toBeVisible();
  await expect.element(page.getByText('2 open flags. Review it first.')).toBeVisible();
  await page.getByRole('button', { name: 'Approve 2 documents' }).click();
  await expect.element(page.getByRole('dialog').getByText('1 document approved.')).toBeVisible();
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
  await ask(<BulkApprove documents={documents} kept={kept} onClose={nothing} onDone={nothing} />);
  await page.getByRole('button', { name: 'Approve 1 document' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('1 document undone')).toBeVisible();
  expect(reopened).toEqual([[documents[0]!.id, 4]]);
});

test('where nothing is left over, the dialog goes and a notice offers to undo it', async () => {
  const document = make('one.pdf');
  let isDone = false;
  onRequest('POST /api/documents/:id/approve', () => detail({ ...document, state: 'approved', revision: 4 }));
  onRequest('POST /api/documents/:id/reopen', () => detail({ ...document, revision: 5 }));
  const done = () => {
    isDone = true;
  };
  await ask(<BulkApprove documents={[document]} kept={kept} onClose={nothing} onDone={done} />);
  await page.getByRole('button', { name: 'Approve 1 document' }).click();
  await page.getByRole('region', { name: 'Undo' }).getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('1 document undone')).toBeVisible();
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
  await ask(<BulkReject documents={[document]} kept={kept} onClose={nothing} onDone={nothing} />);
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
  await ask(<BulkReject documents={documents} kept={kept} onClose={nothing} onDone={nothing} />);
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
    sent.push(request.json(postponeSchema));
    return json(deskDocumentSchema, waiting);
  });
  await ask(
    <BulkPostpone documents={[waiting, make('approved.pdf', { state: 'approved' })]} kept={kept} onClose={nothing} onDone={nothing} />,
  );
  await page.getByRole('textbox', { name: 'Reason' }).fill('Second reason');
  await page.getByRole('button', { name: 'Postpone 1 document' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('1 document undone')).toBeVisible();
  const [first, second] = [{ until, reason: 'First reason' }, expect.objectContaining({ reason: 'Second reason' })];
  expect(sent).toEqual([
    expect.objectContaining({ postponed: second, expected: first }),
    expect.objectContaining({ postponed: first, expected: second }),
  ]);
});

test('before documents are extracted again, the question says that there is no way back', async () => {
  await ask(<BulkExtract documents={[make('one.pdf', { schema_id: 'a' })]} kept={kept} onClose={nothing} onDone={nothing} />);
  await expect.element(page.getByText('Confirmed and corrected values are kept. It cannot be undone.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Extract 1 document' })).toBeVisible();
});
