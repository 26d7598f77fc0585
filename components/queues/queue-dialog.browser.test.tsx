import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { QueueDialog } from '#components/queues/queue-dialog.tsx';
import { INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { type ApiRequest, json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { type Queue, type QueueDraft, queueDraftSchema, queueSchema } from '#lib/contract/desk/queue.ts';
import { schemaSchema } from '#lib/contract/service/extraction-schema.ts';

const NAMES = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });

async function open(queue: Queue | null = null) {
  const saved: QueueDraft[] = [];
  onRequest('GET /api/schemas', () => json(z.object({ items: z.array(schemaSchema) }), { items: [INVOICE_SCHEMA] }));
  onRequest('GET /api/deployments/choices', () => json(NAMES, { items: [] }));
  onRequest('GET /api/people/names', () => json(NAMES, { items: [] }));
  const save = (request: ApiRequest) => {
    const draft = request.json(queueDraftSchema);
    saved.push(draft);
    const counts = { waiting: 0, mine: 0, locked: 0, overdue: 0, escalated: 0, postponed: 0 };
    return json(queueSchema, { id: '00000000-0000-4000-8000-000000000001', draft, is_member: true, counts, oldest_at: null }, 201);
  };
  onRequest('POST /api/queues', save);
  onRequest('PUT /api/queues/:id', save);
  let isClosed = false;
  await renderInApp(
    <QueueDialog
      queue={queue}
      onClose={() => {
        isClosed = true;
      }}
    />,
  );
  return { saved, isClosed: () => isClosed };
}

test('a queue gets rules on the values of its schema; another schema takes them away', async () => {
  const { saved, isClosed } = await open();
  const dialog = page.getByRole('dialog', { name: 'New queue' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Large invoices');
  await expect.element(dialog.getByText(/^Choose a schema to compare its values/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Any schema Schema' }).click();
  await page.getByRole('option', { name: 'Invoice' }).click();
  await dialog.getByRole('button', { name: 'Add a rule on a value' }).click();
  const editor = page.getByRole('dialog', { name: 'Add a rule on a value' });
  await editor.getByRole('button', { name: /Field$/ }).click();
  await page.getByRole('option', { name: 'Total' }).click();
  await editor.getByRole('textbox', { name: 'Value' }).fill('10,000');
  await editor.getByRole('button', { name: 'Apply' }).click();
  // applying a rule saves no queue
  await expect.element(dialog.getByRole('group', { name: 'Total is more than 10 000.00' })).toBeVisible();
  expect([saved.length, isClosed()]).toEqual([0, false]);
  expect(await commands.axeInPage()).toEqual([]);
  await dialog.getByRole('button', { name: 'Create queue' }).click();
  await expect.poll(isClosed).toBe(true);
  expect(saved[0]?.filter).toEqual({ states: ['to_review'], schema_id: INVOICE_SCHEMA.id, where: ['total:above:10000'] });
  await dialog.getByRole('button', { name: 'Invoice Schema' }).click();
  await page.getByRole('option', { name: 'Any schema' }).click();
  await dialog.getByRole('button', { name: 'Create queue' }).click();
  await expect.poll(() => saved.length).toBe(2);
  expect(saved[1]?.filter).toEqual({ states: ['to_review'] });
});

test('a rule compares a column of rows, and says that one row is enough', async () => {
  const filter = { states: ['to_review' as const], schema_id: INVOICE_SCHEMA.id };
  const draft = { ...queueDraftSchema.parse({ name: 'Large' }), filter };
  const counts = { waiting: 0, mine: 0, locked: 0, overdue: 0, escalated: 0, postponed: 0 };
  const { saved } = await open({ id: '00000000-0000-4000-8000-000000000001', draft, is_member: true, counts, oldest_at: null });
  const dialog = page.getByRole('dialog', { name: 'Edit Large' });
  await dialog.getByRole('button', { name: 'Add a rule on a value' }).click();
  const editor = page.getByRole('dialog', { name: 'Add a rule on a value' });
  await editor.getByRole('button', { name: /Field$/ }).click();
  await page.getByRole('option', { name: 'Lines, Amount' }).click();
  await expect.element(editor.getByText('Finds documents where at least one row fits.')).toBeVisible();
  await editor.getByRole('textbox', { name: 'Value' }).fill('100');
  expect(await commands.axeInPage()).toEqual([]);
  await editor.getByRole('button', { name: 'Apply' }).click();
  await expect.element(dialog.getByRole('group', { name: 'Lines, Amount is more than 100.00' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => saved[0]?.filter.where).toEqual(['lines.amount:above:100']);
});

test('a rule is changed and taken away by keyboard; one on a field that is gone says so and gets another', async () => {
  const filter = { states: ['to_review' as const], schema_id: INVOICE_SCHEMA.id, where: ['total:above:10000', 'subtotal:below:5'] };
  const draft = { ...queueDraftSchema.parse({ name: 'Large' }), filter };
  const counts = { waiting: 0, mine: 0, locked: 0, overdue: 0, escalated: 0, postponed: 0 };
  const { saved } = await open({ id: '00000000-0000-4000-8000-000000000001', draft, is_member: true, counts, oldest_at: null });
  const dialog = page.getByRole('dialog', { name: 'Edit Large' });
  await dialog.getByRole('button', { name: /^Change the filter: subtotal/ }).click();
  const editor = page.getByRole('dialog', { name: /^Change the filter: subtotal/ });
  await expect.element(editor.getByText('The schema has no field “subtotal” any more. Choose another one.')).toBeVisible();
  await editor.getByRole('textbox', { name: 'Value' }).fill('2026');
  await editor.getByRole('button', { name: 'Apply' }).click();
  const chip = dialog.getByRole('button', { name: 'Change the filter: Invoice number contains “2026”' });
  await expect.element(chip).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await expect.element(chip).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Add a rule on a value' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => saved[0]?.filter.where).toEqual(['total:above:10000']);
});
