import type { ReactElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { json, onRequest, text } from '#components/testing/network.ts';
import { ADA, renderQuestion } from '#components/testing/render-question.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import { forgetBulkUndo } from '#lib/client/documents/bulk-undo.ts';
import { newId } from '#lib/client/http/new-id.ts';
import { type DeskDocument, deskDocumentSchema } from '#lib/contract/desk/desk-document.ts';
import { assignSchema, prioritiseSchema } from '#lib/contract/desk/queue.ts';
import { schemaSchema } from '#lib/contract/service/extraction-schema.ts';
import { BulkAssign } from './bulk-assign.tsx';
import { BulkDelete } from './bulk-delete.tsx';
import { BulkPrioritise } from './bulk-prioritise.tsx';
import { BulkDetectKind, BulkSchema } from './bulk-schema.tsx';
import { UndoNote } from './undo-note.tsx';

const make = (name: string, more: Partial<DeskDocument> = {}) => documentWith({ id: newId(), name, state: 'to_review', ...more });
const kept = { personId: ADA.id, action: 'assign' };
const nothing = () => undefined;

afterEach(forgetBulkUndo);

/** A question as the list asks it, with the notice that undoes its outcome. */
const ask = (question: ReactElement<{ onClose: () => void }>) => renderQuestion(question, <UndoNote />);
const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('documents go to a person and back to whoever had them; those that the person has, or that are decided, are left', async () => {
  const [free, bens, hers] = [make('free.pdf'), make('bens.pdf', { assigned_to: { id: 'ben', name: 'Ben' } }), make('hers.pdf')];
  const sent: unknown[] = [];
  onRequest('POST /api/documents/:id/assign', (request) => {
    sent.push([request.parameters.id, request.json(assignSchema)]);
    return json(deskDocumentSchema, free);
  });
  const grace = { id: 'grace', name: 'Grace' };
  const approved = make('approved.pdf', { state: 'approved' });
  const documents = [free, bens, { ...hers, assigned_to: grace }, approved];
  await ask(
    <BulkAssign documents={documents} assignee={{ personId: 'grace', name: 'Grace' }} kept={kept} onClose={nothing} onDone={nothing} />,
  );
  await expect.element(page.getByText('It is already assigned to Grace.')).toBeVisible();
  await expect.element(page.getByText('It is decided: there is nothing left to review.')).toBeVisible();
  await page.getByRole('button', { name: 'Assign 2 documents' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('2 documents undone')).toBeVisible();
  const to = (person_id: string | null, expected: string | null) => ({ person_id, expected });
  expect(sent.slice(0, 2)).toEqual(expect.arrayContaining([[free.id, to('grace', null)] as unknown, [bens.id, to('grace', 'ben')]]));
  expect(sent.slice(2)).toEqual(expect.arrayContaining([[free.id, to(null, 'grace')] as unknown, [bens.id, to('ben', 'grace')]]));
});

test('a priority is asked for first, and taken back to what it was without touching the due date', async () => {
  const document = make('one.pdf', { priority: null, due_at: '2026-03-01T09:00:00.000Z' });
  const sent: unknown[] = [];
  onRequest('PUT /api/documents/:id/priority', (request) => {
    sent.push(request.json(prioritiseSchema));
    return json(deskDocumentSchema, document);
  });
  await ask(<BulkPrioritise documents={[document]} kept={kept} onClose={nothing} onDone={nothing} />);
  await page.getByRole('button', { name: 'Change 1 document' }).click();
  await expect.element(page.getByText('Choose a priority or a due date.')).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: /Priority/ }).click();
  await page.getByRole('option', { name: 'Urgent' }).click();
  await page.getByRole('button', { name: 'Change 1 document' }).click();
  // nothing is left over, so the dialog goes
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => sent)
    .toEqual([
      { priority: 2, expected: { priority: null } },
      { priority: null, expected: { priority: 2 } },
    ]);
});

test('while it runs the browser asks before the page is closed, the count goes on, and Stop leaves the rest', async () => {
  const documents = Array.from({ length: 9 }, (_, at) => make(`${at}.pdf`));
  const answers: (() => void)[] = [];
  onRequest('DELETE /api/documents/:id', () => new Promise((resolve) => answers.push(() => resolve(text('', 'text/plain')))));
  await ask(<BulkDelete documents={documents} kept={kept} onClose={nothing} onDone={nothing} />);
  await expect.poll(asksBeforeClosing).toBe(false);
  await page.getByRole('button', { name: 'Delete 9 documents' }).click();
  await expect.element(page.getByText('0 of 9 documents')).toBeVisible();
  await expect.poll(() => answers.length).toBe(4);
  expect(asksBeforeClosing()).toBe(true);
  answers[0]!();
  await expect.element(page.getByText('1 of 9 documents')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => answers.length).toBe(5);
  for (const answer of answers) answer();
  await expect.element(page.getByText('5 documents deleted.')).toBeVisible();
  await expect.element(page.getByText('4 documents left as they are')).toBeVisible();
  expect(asksBeforeClosing()).toBe(false);
});

test('nothing is extracted before a schema is chosen, and what is decided is left', async () => {
  onRequest('GET /api/schemas', () => json(z.object({ items: z.array(schemaSchema) }), { items: [] }));
  const documents = [make('open.pdf', { state: 'extracting' }), make('done.pdf', { state: 'approved' })];
  await ask(<BulkSchema documents={documents} kept={kept} onClose={nothing} onDone={nothing} />);
  await expect.element(page.getByText('It is in the state “Approved”.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '1 document left as it is' })).toBeVisible();
  await expect.element(page.getByText('It cannot be undone.')).toBeVisible();
  await page.getByRole('button', { name: 'Extract 1 document' }).click();
  await expect.element(page.getByText('Choose a schema.')).toBeVisible();
});

test('the kind is sought of documents without a schema only', async () => {
  const documents = [
    make('free.pdf', { state: 'indexed', schema_id: null }),
    make('receipt.pdf', { schema_id: 'r', schema_name: 'Receipt' }),
  ];
  const asked: string[] = [];
  onRequest('POST /api/documents/:id/classification', (request) => {
    asked.push(request.parameters.id ?? '');
    return json(deskDocumentSchema, documents[0]!);
  });
  await ask(<BulkDetectKind documents={documents} kept={kept} onClose={nothing} onDone={nothing} />);
  await expect.element(page.getByText('It has the schema “Receipt” already.')).toBeVisible();
  await page.getByRole('button', { name: 'Detect kind of 1 document' }).click();
  await expect.element(page.getByText('1 document queued for kind detection.')).toBeVisible();
  expect(asked).toEqual([documents[0]!.id]);
});
