import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { DropOverlay } from '#components/upload/drop-overlay.tsx';
import { chooseDropSchema, RECOGNISE } from '#components/upload/use-drop-schema.ts';
import { schemaSchema } from '#lib/contract/service/extraction-schema.ts';

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

function haveSchemas(count: number): void {
  const items = Array.from({ length: count }, (_, at) => ({ ...INVOICE_SCHEMA, id: idOf(at), name: `Kind ${at + 1}.` }));
  onRequest('GET /api/schemas', () => json(z.object({ items: z.array(schemaSchema) }), { items }));
}

afterEach(() => chooseDropSchema(RECOGNISE));

test('a desk with many schemas has a tile for each of them that fits the screen, and says how many there are', async () => {
  haveSchemas(30);
  await renderInApp(<DropOverlay />);
  await expect.element(page.getByText('Kind 26.')).toBeVisible();
  expect(page.getByText('Kind 27.').query()).toBeNull();
  await expect.element(page.getByText(/26 of 30 schemas are shown/)).toBeVisible();
});

test('the chosen schema always has a tile, however many come before it', async () => {
  haveSchemas(30);
  chooseDropSchema(idOf(28));
  await renderInApp(<DropOverlay />);
  await expect.element(page.getByText('Kind 29.')).toBeVisible();
  expect(page.getByText('Kind 26.').query()).toBeNull();
});

test('a desk with few schemas shows them all and says nothing of a limit', async () => {
  haveSchemas(12);
  await renderInApp(<DropOverlay />);
  await expect.element(page.getByText('Kind 12.')).toBeVisible();
  expect(page.getByText(/schemas are shown/).query()).toBeNull();
});
