import { expect, test } from 'vitest';
import { ApprovalDialog } from '#components/settings/approval/approval-dialog.tsx';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import {
  type SaveSchemaSettings,
  type SchemaSettings,
  saveSchemaSettingsSchema,
  schemaSettingsSchema,
} from '#lib/contract/desk/schema-settings.ts';

const SETTINGS: SchemaSettings = {
  schema_id: 'invoice',
  schema_name: 'Invoice',
  second_approval: { when: 'never' },
  priority: null,
  due_after_hours: null,
  sample_percent: 5,
  retention_days: null,
  learn_from_approvals: true,
  thresholds: null,
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
    { second_approval: { when: 'never' }, priority: null, due_after_hours: null, sample_percent: 5, learn_from_approvals: false },
  ]);
});
