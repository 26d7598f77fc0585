import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { MetadataDialog } from '#components/settings/deployments/metadata-dialog.tsx';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { standInDeployment } from '#components/testing/stand-in-deployment.ts';
import { deploymentChangeSchema, deploymentSchema } from '#lib/contract/desk/deployment.ts';
import type { MetadataTemplate } from '#lib/contract/desk/deployment-metadata.ts';
import { problemSchema } from '#lib/contract/problems/problem.ts';

const THEIRS = standInDeployment({
  mappings: [
    {
      remote_schema_id: 'inv-7',
      schema_id: 'invoice',
      schema_name: 'Invoice',
      learning: null,
      at: '2026-03-01T10:00:00.000Z',
      by: { id: 'ada', name: 'Ada' },
    },
  ],
});

async function open(metadata?: MetadataTemplate) {
  const saved: (MetadataTemplate | undefined)[] = [];
  const closed: true[] = [];
  onRequest('PUT /api/deployments/:id', (request) => {
    saved.push(request.json(deploymentChangeSchema).metadata);
    return json(deploymentSchema, THEIRS);
  });
  const deployment = metadata ? { ...THEIRS, metadata } : THEIRS;
  const { screen } = await renderInApp(<MetadataDialog deployment={deployment} onClose={() => closed.push(true)} />);
  const entry = (number: number) => screen.getByRole('listitem', { name: `Entry ${number}` });
  const example = () => screen.getByRole('region', { name: 'Example' });
  return { screen, saved, closed, entry, example };
}

test('without entries only the file is sent; the usual entries tell the file and its schema, and nobody’s name', async () => {
  const { screen, saved, closed, example } = await open();
  await expect.element(example()).toHaveTextContent('Only the file is sent.');
  await screen.getByRole('button', { name: 'Use the usual entries' }).click();
  await expect.element(example()).toHaveTextContent('{ "name": "invoice-118.pdf", "schema": "Invoice" }');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => closed).toEqual([true]);
  expect(saved).toEqual([
    [
      { name: 'name', source: 'document_name', text: '' },
      { name: 'schema', source: 'schema_name', text: '' },
    ],
  ]);
});

test('an entry is added, told and removed by keyboard, and the example follows', async () => {
  const { screen, saved, closed, entry, example } = await open([{ name: 'their schema', source: 'schema_id', text: '' }]);
  await expect.element(example()).toHaveTextContent('{ "their schema": "inv-7" }');
  screen.getByRole('button', { name: 'Add an entry' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await entry(2).getByRole('textbox', { name: 'Name' }).fill('labels');
  entry(2)
    .getByRole('button', { name: /What is sent/ })
    .element()
    .focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('Tags{Enter}');
  await entry(2).getByRole('textbox', { name: 'Tags, comma-separated' }).fill('incoming, urgent');
  await expect.element(example()).toHaveTextContent('{ "their schema": "inv-7", "labels": [ "incoming", "urgent" ] }');
  await entry(1).getByRole('button', { name: 'Remove entry 1' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => closed).toEqual([true]);
  expect(saved).toEqual([[{ name: 'labels', source: 'tags', text: 'incoming, urgent' }]]);
});

test('what is wrong with an entry is told at that entry', async () => {
  const { screen, entry } = await open([{ name: 'a', source: 'folder', text: '' }]);
  const errors = [{ pointer: '/metadata/0/name', message: 'This name is used already.' }];
  onRequest('PUT /api/deployments/:id', () =>
    json(problemSchema, { type: 'about:blank', title: 'Invalid request', status: 400, code: 'invalid_request', errors }, 400),
  );
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(entry(1)).toHaveTextContent('This name is used already.');
});

test.each(['light', 'dark'])('axe finds no fault in it when it is %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  await open([
    { name: 'name', source: 'document_name', text: '' },
    { name: 'labels', source: 'tags', text: 'incoming, urgent' },
  ]);
  expect(await commands.axeInPage()).toEqual([]);
  delete document.documentElement.dataset.theme;
});
