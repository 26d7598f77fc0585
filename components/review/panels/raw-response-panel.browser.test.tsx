import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { RawResponseNote } from '#components/review/panels/raw-response-note.tsx';
import { RawResponsePanel } from '#components/review/panels/raw-response-panel.tsx';
import { INVOICE_SCHEMA } from '#components/testing/made-invoice.ts';
import { json, onRequest } from '#components/testing/network.ts';
import { renderInApp } from '#components/testing/render-in-app.tsx';
import { documentWith } from '#components/testing/stand-in-document.ts';
import { documentQuery } from '#lib/client/documents/document.ts';
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

/** The document as the desk has it. */
function Live() {
  const { data } = useQuery(documentQuery(DETAIL.document.id));
  return data ? <RawResponseNote detail={data} onOpen={() => undefined} /> : null;
}
const withOpinion = (state: 'waiting' | 'done' | 'failed', change: Partial<DeskDocumentDetail> = {}): DeskDocumentDetail => ({
  ...DETAIL,
  second_opinion: {
    deployment: { id: 'own', name: 'Own service' },
    state,
    ...(state === 'failed' ? { message: 'It cannot be reached.' } : {}),
  },
  ...change,
});
/** Shows the note; the desk gives these answers, one after the other. */
async function follow(...answers: DeskDocumentDetail[]) {
  let asked = 0;
  onRequest('GET /api/documents/:id', () => json(deskDocumentDetailSchema, answers[Math.min(asked++, answers.length - 1)]!));
  const { screen } = await renderInApp(<Live />);
  await expect.element(screen.getByText('Read by “Theirs”.')).toBeVisible();
  return screen;
}

test('while another service is asked about the values a line says so, until it has answered', async () => {
  const screen = await follow(withOpinion('waiting'), withOpinion('done'));
  const words = screen.getByText('“Own service” is asked for a second opinion.');
  await expect.element(words).toBeVisible();
  expect(await commands.axeInPage()).toEqual([]);
  await expect.element(words).not.toBeInTheDocument();
  expect(screen.getByText(/second opinion/).query()).toBeNull();
});

test('where no second opinion came it says why', async () => {
  const screen = await follow(withOpinion('failed'));
  await expect.element(screen.getByText('“Own service” gave no second opinion. It cannot be reached.')).toBeVisible();
});

test('of a document that is decided on nothing is said of an opinion that waits or failed', async () => {
  const screen = await follow(withOpinion('waiting', { document: { ...DETAIL.document, state: 'approved' } }));
  expect(screen.getByText(/second opinion/).query()).toBeNull();
});
