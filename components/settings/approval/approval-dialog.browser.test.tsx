import { expect, test } from 'vitest';
import { ApprovalDialog } from '#components/settings/approval/approval-dialog.tsx';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import {
  type SaveSchemaSettings,
  type SchemaSettings,
  saveSchemaSettingsSchema,
  schemaSettingsSchema,
} from '#lib/contract/desk/schemas/schema-settings.ts';

const SETTINGS: SchemaSettings = {
  schema_id: 'invoice',
  schema_name: 'Invoice',
  second_approval: { when: 'never' },
  priority: null,
  due_after_hours: null,
  sample_percent: 5,
  retention_days: null,
  learn_from_approvals: true,
  second_opinion_by: null,
  thresholds: null,
  rejection_reasons: ['Not ours'],
};

test('learning from approvals is on until a person switches it off; everything else stays', async () => {
  const saved: SaveSchemaSettings[] = [];
  let closed = 0;
  onRequest('PUT /api/schemas/invoice/settings', (request) => {
    saved.push(request.json(saveSchemaSettingsSchema));
    return json(schemaSettingsSchema, SETTINGS);
  });
  const { screen } = await renderInApp(<ApprovalDialog settings={SETTINGS} schema={null} onClose={() => (closed += 1)} />);
  const learns = screen.getByRole('switch', { name: 'Learn from approvals' });
  await expect.element(learns).toBeChecked();
  await screen.getByText('Learn from approvals').click();
  await expect.element(learns).not.toBeChecked();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => closed).toBe(1);
  expect(saved).toEqual([
    {
      second_approval: { when: 'never' },
      priority: null,
      due_after_hours: null,
      sample_percent: 5,
      learn_from_approvals: false,
      rejection_reasons: ['Not ours'],
    },
  ]);
});

test('reasons for rejecting are entered one per line, and one that is too long is not saved', async () => {
  const saved: SaveSchemaSettings[] = [];
  onRequest('PUT /api/schemas/invoice/settings', (request) => {
    saved.push(request.json(saveSchemaSettingsSchema));
    return json(schemaSettingsSchema, SETTINGS);
  });
  const { screen } = await renderInApp(<ApprovalDialog settings={SETTINGS} schema={null} onClose={() => undefined} />);
  const box = screen.getByRole('textbox', { name: 'Reasons for rejecting, one per line' });
  await expect.element(box).toHaveValue('Not ours');
  await box.fill('x'.repeat(201));
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Enter up to 20 reasons of up to 200 characters.')).toBeVisible();
  await box.fill('Not ours\n\n  Already paid  ');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => saved.map((one) => one.rejection_reasons)).toEqual([['Not ours', 'Already paid']]);
});
