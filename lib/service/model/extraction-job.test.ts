import { afterEach, expect, it } from 'vitest';
import { until } from '../testing/poll.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';
import { type Behaviour, behave, startModelServer } from './testing/model-server.ts';

const BILL = 'Bill: 4711\n\nTotal 12.00\n';
const SCHEMA = {
  name: 'Bill',
  description: 'A bill',
  fields: [
    { name: 'bill', type: 'string', label: 'Bill' },
    { name: 'paid', type: 'boolean', label: 'Paid' },
  ],
};

let test: TestService;
let close: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await test.close();
  await close?.();
});

/** The finished extraction of the bill, with a model that behaves so. */
async function extractWith(behaviour: Behaviour, deadlineMs: number) {
  const model = await startModelServer(behaviour);
  close = model.close;
  test = await startTestService({ worker: false });
  test.context.config.llm = { baseUrl: model.baseUrl, model: 'test-model', key: null, deadlineMs, prices: null };
  await test.service.startWorker();
  const send = async (path: string, body: unknown) =>
    (await test.ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
  const form = new FormData();
  form.set('file', new File([BILL], 'bill.txt'));
  const document = await (await test.ask('/v1/documents', { method: 'POST', body: form })).json();
  const schema = await send('/v1/schemas', SCHEMA);
  const { id } = await send('/v1/extractions/jobs', { document_id: document.id, schema_id: schema.id });
  return until(
    async () => (await test.ask(`/v1/extractions/jobs/${id}`)).json(),
    ({ status }) => status === 'completed' || status === 'failed',
  );
}

it('a model that never answers costs its time and no more: the local values stand and it is said why', async () => {
  expect(await extractWith(behave.hang(), 3_000)).toMatchObject({
    status: 'completed',
    result: {
      fields: { bill: { value: '4711' }, paid: { value: null } },
      model_use: { model: 'test-model', error: 'The language model took too long to answer.' },
    },
  });
});

it('what the model adds is taken with a flag, what both read is sure', async () => {
  const { result } = await extractWith(behave.answer({ bill: '4711', paid: true }), 250_000);
  expect(result).toMatchObject({
    fields: { bill: { value: '4711' }, paid: { value: true, flags: ['engines_differ'] } },
    model_use: { requests: 1, prompt_tokens: 100, completion_tokens: 20, error: null },
  });
  expect(result.fields.bill.flags).toBeUndefined();
});
