import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Segment } from '#lib/contract/service/splitting-job.ts';
import { createExampleMemory } from '../examples/example-memory.ts';
import { createExampleDesk } from '../testing/example-desk.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';
import { knownDocuments } from './known-documents.ts';

let test: TestService;
const desk = createExampleDesk(() => test);
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

const first = (number: number) => [
  'Carrier of the harbour',
  `Journey ${number} begins at the ramp of the northern hall`,
  'The driver signs for what was loaded and names the lorry',
  'Weight of sacks and barrels when the lorry leaves the yard',
  `Seal ${number} was put on the doors by the guard`,
];
const second = (number: number) => [
  'Carrier of the harbour',
  'Handed over without damage and in full to the warehouse keeper',
  `Remarks on delay by weather or ferry are written below ${number}`,
  'The keeper keeps the yellow copy and returns the white one',
];

async function upload(pages: readonly string[][], name: string): Promise<string> {
  const pdf = new PDFDocument({ size: 'A4', autoFirstPage: false });
  for (const lines of pages) {
    pdf.addPage();
    for (const line of lines) pdf.text(line);
  }
  pdf.end();
  const form = new FormData();
  form.set('file', new File([new Uint8Array(await buffer(pdf))], name));
  const { id } = await (await test.ask('/v1/documents', { method: 'POST', body: form })).json();
  expect(await desk.settled(`/v1/documents/${id}`)).toMatchObject({ status: 'completed' });
  return id;
}

async function splitAgain(document_id: string): Promise<Segment[]> {
  const { id } = (await desk.ask('POST', '/v1/splittings/jobs', { document_id })).body;
  const job = await desk.settled(`/v1/splittings/jobs/${id}`);
  expect(job).toMatchObject({ status: 'completed' });
  return job.result.segments;
}

it('a stack is split where documents of an approved layout begin, until the document is removed or forgotten', async () => {
  const stack = await upload([first(1), second(1), first(2), second(2)], 'stack.pdf');
  expect(await splitAgain(stack)).toHaveLength(1);
  const schema = await desk.createSchema();
  const approve = async (name: string) => {
    const document = await upload([first(7), second(7)], name);
    const { id } = (await desk.approve(schema, document, { number: { value: null } })).body;
    expect(await desk.learned(schema, id)).toMatchObject({ status: 'completed' });
    return { document, id };
  };
  const { document } = await approve('journey.pdf');
  expect(await splitAgain(stack)).toMatchObject([
    { first_page: 1, last_page: 2 },
    { first_page: 3, last_page: 4, like_document_id: document },
  ]);
  await desk.ask('DELETE', `/v1/documents/${document}`);
  expect(await splitAgain(stack)).toHaveLength(1);

  const other = await approve('journey-again.pdf');
  expect(await splitAgain(stack)).toMatchObject([{}, { first_page: 3, like_document_id: other.document }]);
  await desk.ask('DELETE', `/v1/schemas/${schema}/examples/${other.id}`);
  expect(await splitAgain(stack)).toHaveLength(1);
});

it('a file is not known by its own approval, and one whose other pages cannot be read is known by its first', async () => {
  const { context } = test;
  const schema = await desk.createSchema({ name: 'Journey', fields: [{ name: 'number', type: 'string' }] });
  const document = await upload([first(8), second(8)], 'journey.pdf');
  const { id } = (await desk.approve(schema, document, { number: { value: null } })).body;
  expect(await desk.learned(schema, id)).toMatchObject({ status: 'completed' });
  const { known } = createExampleMemory(context.database);
  const { sha256 } = (await desk.ask('GET', `/v1/documents/${document}`)).body;
  const reading = await context.reader.getReading(sha256);
  expect(await knownDocuments(context, known, { id: document, reading })).toEqual([]);
  const elsewhere = { id: crypto.randomUUID(), reading };
  expect(await knownDocuments(context, known, elsewhere)).toMatchObject([{ id: document, pages: [{}, {}], last: {} }]);
  const reader = { ...context.reader, getReading: () => Promise.reject(new Error('gone')) };
  expect(await knownDocuments({ ...context, reader }, known, elsewhere)).toMatchObject([{ id: document, pages: [{}], last: null }]);
});
