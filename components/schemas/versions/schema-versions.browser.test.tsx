import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { type Field, type Schema, schemaSchema } from '#lib/contract/service/extraction-schema.ts';
import { SchemaVersions } from './schema-versions.tsx';

const field = (name: string, label: string, more: Partial<Field> = {}): Field => ({
  name,
  label,
  type: 'string',
  description: '',
  required: false,
  ...more,
});
const version = (number: number, fields: Field[]): Schema => ({ ...INVOICE_SCHEMA, name: 'Note', rules: [], fields, version: number });
const VERSIONS = [
  version(3, [field('number', 'Number', { required: true }), field('due', 'Due', { type: 'date' })]),
  version(2, [field('number', 'Number'), field('due', 'Due')]),
  version(1, [field('number', 'No.')]),
];

async function open(restored: number[] = []) {
  onRequest('GET /api/schemas/:id/versions', () => json(z.object({ items: z.array(schemaSchema) }), { items: VERSIONS }));
  await renderInApp(<SchemaVersions schemaId="note" mayEdit onRestore={(schema) => restored.push(schema.version)} />);
  return restored;
}

test('the list says in short what each version did', async () => {
  await open();
  await expect.element(page.getByRole('row', { name: /^3 In use.*Changed Number, Due/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^2 .*Added Due; changed Number/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^1 .*First version/ })).toBeVisible();
});

test('a version is compared field by field with the one before, or with any other', async () => {
  await open();
  await page.getByRole('button', { name: 'View version 3' }).click();
  const changes = page.getByRole('list', { name: 'Changes' });
  await expect
    .element(changes)
    .toHaveTextContent(/Changed\s*Number.*Required: before no → , now yes.*Changed\s*Due.*Type: before Text → , now Date/);
  await page.getByRole('button', { name: /Compare with/ }).click();
  await page.getByRole('option', { name: /Version 1/ }).click();
  await expect.element(page.getByText('From version 1 to version 3')).toBeVisible();
  await expect.element(changes).toHaveTextContent(/Label: before No\. → , now Number.*Added\s*Due/);
  await page.getByRole('tab', { name: /All fields/ }).click();
  await expect.element(page.getByText('Text · required')).toBeVisible();
});

test('an old version goes back into the editor', async () => {
  const restored = await open();
  await page.getByRole('button', { name: 'View version 1' }).click();
  await page.getByRole('button', { name: 'Restore into the editor' }).click();
  expect(restored).toEqual([1]);
});
