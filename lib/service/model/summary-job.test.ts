import { afterEach, expect, it } from 'vitest';
import { until } from '../testing/poll.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';
import { behave, startModelServer } from './testing/model-server.ts';

const LETTER = [
  'We confirm the order of two ovens for the bakery at the old harbour.',
  'The ovens are built in May and brought to the bakery in the first week of June.',
  'The driver needs a free lane in front of the bakery from eight to ten in the morning.',
  'Whoever takes the ovens over signs for them at the gate of the bakery.',
].join('\n\n');

let test: TestService;
let close: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await test.close();
  await close?.();
});

it('a summary job of a service with a language model gives what the document backs, with its place', async () => {
  const sentences = [
    { text: 'The bakery gets two ovens.', quote: 'the order of two ovens for the bakery' },
    { text: 'The bakery pays in June.', quote: 'The bakery transfers the price at the end of June' },
  ];
  const model = await startModelServer(behave.answer({ sentences }));
  close = model.close;
  test = await startTestService({ worker: false });
  test.context.config.llm = { baseUrl: model.baseUrl, model: 'test-model', key: null, deadlineMs: 250_000, prices: null };
  await test.service.startWorker();
  const form = new FormData();
  form.set('file', new File([LETTER], 'letter.txt'));
  const document = await (await test.ask('/v1/documents', { method: 'POST', body: form })).json();
  const made = await test.ask('/v1/summaries/jobs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ document_id: document.id }),
  });
  const { id } = await made.json();
  const job = await until(
    async () => (await test.ask(`/v1/summaries/jobs/${id}`)).json(),
    ({ status }) => status === 'completed' || status === 'failed',
  );
  expect(job).toMatchObject({
    status: 'completed',
    max_sentences: null,
    result: {
      text: 'The bakery gets two ovens.',
      sentences: [{ evidence: [{ page: 1, text: expect.stringContaining('two ovens for the bakery') }] }],
      note: expect.stringContaining('One sentence of the language model was left out'),
      engine: 'test-model',
      model_use: { model: 'test-model', requests: 1 },
    },
  });
});
