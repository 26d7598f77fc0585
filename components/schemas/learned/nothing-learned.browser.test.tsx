import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { z } from 'zod';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { standInSettings } from '#components/testing/stand-in-settings.ts';
import { type DeploymentChoice, deploymentChoiceSchema } from '#lib/contract/desk/deployment.ts';
import { listSchemaSettingsSchema } from '#lib/contract/desk/schemas/schema-settings.ts';
import type { Role } from '#lib/contract/desk/user.ts';
import { NothingLearned } from './nothing-learned.tsx';

const OURS: DeploymentChoice = { id: 'own', name: 'Own service', is_default: true, schema_ids: null };
const THEIRS: DeploymentChoice = { id: 'theirs', name: 'Theirs', is_default: false, schema_ids: ['invoice'] };
/** @param asked who is asked for a second opinion */
async function open(choices: DeploymentChoice[], asked: string | null = null, role: Role = 'schema_owner') {
  onRequest('GET /api/deployments/choices', () => json(z.object({ items: z.array(deploymentChoiceSchema) }), { items: choices }));
  onRequest('GET /api/schema-settings', () => json(listSchemaSettingsSchema, { items: [standInSettings({ second_opinion_by: asked })] }));
  const { screen } = await renderInApp(
    <CurrentUserContext value={{ id: 'u', name: 'Ada', email: 'a@example.org', role }}>
      <NothingLearned schemaId="invoice" onImport={null} />
    </CurrentUserContext>,
  );
  return { screen, link: screen.getByRole('link', { name: 'Settings, Approval and quality' }) };
}

test('where documents are at a service that does not learn it says how approvals teach all the same, and leads there', async () => {
  const { screen, link } = await open([
    { ...THEIRS, is_default: true },
    { ...OURS, is_default: false },
  ]);
  await expect.element(screen.getByText(/^“Theirs” does not learn from approvals\./)).toBeVisible();
  await expect.element(link).toHaveAttribute('href', '/settings/approval');
  expect(screen.getByText(/comes with its values/).query()).toBeNull();
  expect(await commands.axeInPage()).toEqual([]);
});

test('where only some documents are at such a service it says both, and people who may not change it are told who may', async () => {
  const { screen, link } = await open([OURS, THEIRS], null, 'reviewer');
  await expect.element(screen.getByText(/^Approve a document and the next one.*“Theirs” does not learn/)).toBeVisible();
  await expect.element(screen.getByText(/a schema owner can choose a service that gives a second opinion/)).toBeVisible();
  expect(link.query()).toBeNull();
});

test('once a service of ours is chosen it says what that learns', async () => {
  const { screen } = await open([OURS, THEIRS], 'own');
  await expect.element(screen.getByText(/^Approve a document, and “Own service” learns from it\./)).toBeVisible();
});

test('a chosen service that is there no more counts as none', async () => {
  const { link } = await open([OURS, THEIRS], 'gone');
  await expect.element(link).toBeVisible();
});
