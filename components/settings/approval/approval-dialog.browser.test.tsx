import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { ApprovalDialog } from '#components/settings/approval/approval-dialog.tsx';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { standInSettings } from '#components/testing/stand-in-settings.ts';
import { type DeploymentChoice, deploymentChoiceSchema } from '#lib/contract/desk/deployment.ts';
import { type SaveSchemaSettings, saveSchemaSettingsSchema, schemaSettingsSchema } from '#lib/contract/desk/schemas/schema-settings.ts';

const SETTINGS = standInSettings({ sample_percent: 5, rejection_reasons: ['Not ours'] });

const CHOICES = z.object({ items: z.array(deploymentChoiceSchema) });
const NO_OTHERS = () => json(CHOICES, { items: [] });

test('learning from approvals is on until a person switches it off; everything else stays', async () => {
  const saved: SaveSchemaSettings[] = [];
  let closed = 0;
  onRequest('GET /api/deployments/choices', NO_OTHERS);
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
  onRequest('GET /api/deployments/choices', NO_OTHERS);
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

const OURS = { id: 'own', name: 'Own service', is_default: true, schema_ids: null };
const THEIRS = { id: 'theirs', name: 'Theirs', is_default: false, schema_ids: ['invoice'] };
const UNASKED = {
  second_approval: { when: 'never' },
  priority: null,
  due_after_hours: null,
  sample_percent: 5,
  learn_from_approvals: true,
  rejection_reasons: ['Not ours'],
};

/** Opens the settings, where these deployments are connected. */
async function open(choices: DeploymentChoice[], settings = SETTINGS) {
  const saved: SaveSchemaSettings[] = [];
  onRequest('GET /api/deployments/choices', () => json(CHOICES, { items: choices }));
  onRequest('PUT /api/schemas/invoice/settings', (request) => {
    saved.push(request.json(saveSchemaSettingsSchema));
    return json(schemaSettingsSchema, settings);
  });
  const { screen } = await renderInApp(<ApprovalDialog settings={settings} schema={null} onClose={() => undefined} />);
  const select = screen.getByRole('button', { name: /Second opinion/ });
  const save = () => screen.getByRole('button', { name: 'Save' }).click();
  return { screen, saved, select, save };
}

test('a service of ours is chosen for a second opinion by keyboard, among ours alone, and is told of in a sentence', async () => {
  const { screen, saved, select, save } = await open([OURS, THEIRS, { ...OURS, id: 'second', name: 'Second' }]);
  await expect.element(select).toHaveTextContent('None');
  await expect.element(screen.getByText(/also sent to this one.*differences are flagged, nothing is changed\.$/)).toBeVisible();
  select.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('option', { name: 'None' })).toBeVisible();
  const names = screen.getByRole('option').elements();
  expect(names.map((option) => option.textContent)).toEqual(['None', 'Own service', 'Second']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(select).toHaveTextContent('Own service');
  expect(await commands.axeInPage()).toEqual([]);
  await save();
  await expect.poll(() => saved).toEqual([{ ...UNASKED, second_opinion_by: 'own' }]);
});

test('where all services are ours nothing is said of second opinions, and what is set stays', async () => {
  const { screen, saved, select, save } = await open([OURS]);
  await screen.getByRole('textbox', { name: 'Reasons for rejecting, one per line' }).fill('Not ours');
  expect(select.query()).toBeNull();
  await save();
  await expect.poll(() => saved).toEqual([UNASKED]);
});

test('a chosen service that is connected no more says so, can be given up, and stops no other change', async () => {
  const { screen, saved, select, save } = await open([OURS], { ...SETTINGS, second_opinion_by: 'gone' });
  await expect.element(select).toHaveTextContent('A service that is not connected any more');
  await expect.element(screen.getByText('The chosen service is not connected any more: nothing is asked of it.')).toBeVisible();
  await save();
  await expect.poll(() => saved).toEqual([UNASKED]);
  await select.click();
  await screen.getByRole('option', { name: 'None' }).click();
  await save();
  await expect.poll(() => saved.at(-1)).toEqual({ ...UNASKED, second_opinion_by: null });
});

test('a schema that does not learn has nothing to ask with', async () => {
  const { screen, select } = await open([OURS, THEIRS], { ...SETTINGS, learn_from_approvals: false });
  await expect.element(select).toBeDisabled();
  await expect.element(screen.getByText('Switch “Learn from approvals” on to ask for one.')).toBeVisible();
});
