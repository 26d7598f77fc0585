import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { SchemaIdsStep } from '#components/settings/deployments/schema-ids-step.tsx';
import { INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { standInDeployment } from '#components/testing/stand-in-deployment.ts';
import { newId } from '#lib/client/http/new-id.ts';
import {
  deploymentSchema,
  type NewMapping,
  newMappingSchema,
  newTrialSchema,
  type SchemaTrial,
  schemaTrialSchema,
} from '#lib/contract/desk/deployment.ts';
import { sampleSchema } from '#lib/contract/desk/sample.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';
import { schemaSchema } from '#lib/contract/service/extraction-schema.ts';

const AT = '2026-01-05T10:00:00.000Z';
const THEIRS = standInDeployment();
const SAMPLE = { name: 'joinery', title: 'Joinery invoice', description: '', media_type: 'application/pdf', size: 1, language: 'en' };
const trialWith = (change: Partial<SchemaTrial>): SchemaTrial => ({
  schema_id: INVOICE_SCHEMA.id,
  remote_schema_id: 'inv-7',
  document: { id: newId(), name: 'joinery.pdf' },
  state: 'running',
  trouble: null,
  found: [],
  missing: [],
  extra: [],
  failure: null,
  begun_at: AT,
  ...change,
});

/** A desk with one schema; `trials` is what it tells of them. */
function startDesk(trials: SchemaTrial[] = []) {
  const saved: NewMapping[] = [];
  onRequest('GET /api/schemas', () => json(z.object({ items: z.array(schemaSchema) }), { items: [INVOICE_SCHEMA] }));
  onRequest('GET /api/samples', () =>
    json(z.object({ items: z.array(sampleSchema) }), { items: [{ ...SAMPLE, schema_name: INVOICE_SCHEMA.name }] }),
  );
  onRequest('GET /api/deployments/:id/schemas/try', () => json(z.object({ items: z.array(schemaTrialSchema) }), { items: trials }));
  onRequest('POST /api/deployments/:id/schemas', (request) => {
    saved.push(request.json(newMappingSchema));
    return json(deploymentSchema, THEIRS, 201);
  });
  return { saved, trials };
}
const field = () => page.getByRole('textbox', { name: `ID of “${INVOICE_SCHEMA.name}” at “Theirs”` });
const button = (name: string) => page.getByRole('button', { name });
const show = (deployment = THEIRS) => renderInApp(<SchemaIdsStep deployment={deployment} wantedId={null} />);

test('an id is tried by Enter, its fields are shown, and nothing is saved until the id is used', async () => {
  const { saved, trials } = startDesk();
  onRequest('POST /api/deployments/:id/schemas/try', (request) => {
    const body = request.json(newTrialSchema);
    expect(body).toMatchObject({ remote_schema_id: 'inv-7', schema_id: INVOICE_SCHEMA.id, sample: 'joinery' });
    trials.push(trialWith({}));
    return json(schemaTrialSchema, trials[0]!, 202);
  });
  await show();
  await expect.element(field()).toHaveFocus();
  await expect.element(button('Use this ID')).toBeDisabled();
  await field().fill('  inv-7 ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Trying it with')).toBeVisible();
  const found = [{ name: 'total', label: 'Total', text: '84.20' }];
  trials[0] = trialWith({ state: 'worked', found, missing: ['Due date'], extra: ['loyalty_band'] });
  await expect.element(page.getByText('Works: 1 of 2 fields found in')).toBeVisible();
  await expect.element(page.getByText('84.20')).toBeVisible();
  await expect.element(page.getByText('No value for: Due date')).toBeVisible();
  await expect.element(page.getByText('Also in the response: loyalty_band')).toBeVisible();
  expect(saved).toEqual([]);
  await button('Use this ID').click();
  await expect.poll(() => saved).toEqual([{ remote_schema_id: 'inv-7', schema_id: INVOICE_SCHEMA.id, replace: true }]);
});

test('a refused id says why, until another one is entered', async () => {
  const failure = { code: 'schema_refused', message: '“Theirs” does not accept the ID “inv-7”.' };
  startDesk([trialWith({ state: 'failed', failure })]);
  await show();
  await expect.element(field()).toHaveValue('inv-7');
  await expect.element(page.getByRole('alert')).toHaveTextContent(failure.message);
  await field().fill('inv-8');
  expect(page.getByRole('alert').query()).toBeNull();
});

test('an id that gives no field of the schema is not called right', async () => {
  startDesk([trialWith({ state: 'worked', missing: ['Total'], extra: ['iban'] })]);
  await show();
  await expect.element(page.getByText(/No value came for any field/)).toBeVisible();
  await expect.element(page.getByText(/The response has: iban/)).toBeVisible();
  expect(page.getByText('Works:').query()).toBeNull();
});

test('an id in use says so and cannot be saved again; a trial that is refused says why', async () => {
  startDesk();
  onRequest('POST /api/deployments/:id/schemas/try', () =>
    json(problemSchema, { type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict', detail: '“Theirs” is retired.' }, 409),
  );
  const by = { id: 'admin', name: 'Ada' };
  const mapping = { remote_schema_id: 'inv-7', schema_id: INVOICE_SCHEMA.id, schema_name: INVOICE_SCHEMA.name, learning: null, at: AT, by };
  await show({ ...THEIRS, mappings: [mapping] });
  await expect.element(page.getByText('In use')).toBeVisible();
  await expect.element(button('Use this ID')).toBeDisabled();
  await button('Try it with a sample').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('“Theirs” is retired.');
});
