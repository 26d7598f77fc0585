import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { RawResponseNote } from '#components/review/panels/raw-response-note.tsx';
import { RawResponsePanel } from '#components/review/panels/raw-response-panel.tsx';
import { INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import { type RawAnswer, rawAnswerSchema } from '#lib/contract/desk/deployment.ts';
import { type DeskDocumentDetail, deskDocumentDetailSchema } from '#lib/contract/desk/desk-document.ts';

const DETAIL: DeskDocumentDetail = deskDocumentDetailSchema.parse({
  document: documentWith({}),
  schema: INVOICE_SCHEMA,
  fields: {},
  flags: [],
  approval: null,
  rejection: null,
  attachments: [],
  deployment: { id: 'theirs', name: 'Theirs', embedded: false },
  unfitting: {},
});
const LARGE = { unfitting: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`/trace ${at}`, 'x'])), unfitting_left: 940 };

async function open(detail: Partial<DeskDocumentDetail>, answer: Partial<RawAnswer>) {
  const response = { deployment: { id: 'theirs', name: 'Theirs' }, at: '2026-03-01T10:00:00.000Z', is_understood: true, raw: { a: 1 } };
  onRequest('GET /api/documents/:id/answer', () => json(rawAnswerSchema, { ...response, ...answer }));
  const { screen } = await renderInApp(<RawResponsePanel detail={{ ...DETAIL, ...detail }} isOpen onClose={() => undefined} />);
  await expect.element(screen.getByRole('textbox', { name: /response$/ })).toBeVisible();
  return screen;
}

test('of a large response the beginning is shown, and all of it can be downloaded', async () => {
  const screen = await open({}, { size: 58_000_000 });
  await expect.element(screen.getByText(/The response is 58\.0 MB\. This is its beginning;/)).toBeVisible();
  const link = screen.getByRole('link', { name: 'download all of it' });
  expect(link.element().getAttribute('href')).toBe(`/api/documents/${DETAIL.document.id}/answer?download=1`);
  expect(await commands.axeInPage()).toEqual([]);
});

test('a response that is shown whole offers no download', async () => {
  const screen = await open({ unfitting: { '/usage': 1 } }, {});
  expect(screen.getByRole('link').elements()).toEqual([]);
  expect(screen.getByText(/are listed/).elements()).toEqual([]);
});

test('of very many values without a field it is told how many there are', async () => {
  const screen = await open(LARGE, {});
  await expect.element(screen.getByText('1,240 values have no field; the first 300 are listed.')).toBeVisible();
});

test('beside the document stands what went with it, and how much of the response has no field', async () => {
  const detail = { ...DETAIL, ...LARGE, metadata: { name: 'invoice.pdf', tags: ['incoming', 'urgent'] } };
  const { screen } = await renderInApp(<RawResponseNote detail={detail} onOpen={() => undefined} />);
  await expect.element(screen.getByText('Sent with it: name “invoice.pdf”, tags “incoming, urgent”')).toBeVisible();
  await expect.element(screen.getByText(/^1,240 values/)).toBeVisible();
});
