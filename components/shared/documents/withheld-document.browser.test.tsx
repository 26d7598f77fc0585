import { expect, test } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { INVOICE_PAGES, INVOICE_RESULT, INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { createStandInDocument } from '#components/testing/stand-in-document.ts';
import { type CheckSample, checkSampleSchema, sampleCheckSchema } from '#lib/contract/desk/quality-sample.ts';
import { WithheldDocument } from './withheld-document.tsx';

test('a document whose values are withheld leads to its sample, and can have them all shown instead', async () => {
  const detail = createStandInDocument({ schema: INVOICE_SCHEMA, result: INVOICE_RESULT, pages: INVOICE_PAGES }).detail();
  const { id } = detail.document;
  const asked: CheckSample[] = [];
  onRequest('POST /api/queues/quality-samples/:id/check', (request) => {
    asked.push(request.json(checkSampleSchema));
    return json(sampleCheckSchema, { detail, entered: [], differs: [] });
  });
  const { screen } = await renderInApp(<WithheldDocument documentId={id} />);
  await expect.element(screen.getByText('You are checking this document as a quality sample')).toBeVisible();
  const link = screen.getByRole('link', { name: 'Go to the sample' });
  await expect.element(link).toHaveAttribute('href', `/queues/quality-samples/${id}`);
  expect(await commands.axeInPage()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Show the values' }));
  await expect.poll(() => asked).toEqual([{ entered: [] }]);
});
