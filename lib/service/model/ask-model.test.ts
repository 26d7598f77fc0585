import { afterEach, describe, expect, it } from 'vitest';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { readingOfLines } from '#lib/extraction/testing/reading-of-lines.ts';
import { askModel } from './ask-model.ts';
import type { ModelSettings } from './chat.ts';
import { type Behaviour, behave, startModelServer } from './testing/model-server.ts';

const schema = schemaDraftSchema.parse({
  name: 'Bill',
  fields: [
    { name: 'number', type: 'string' },
    { name: 'total', type: 'money' },
    { name: 'lines', type: 'rows', fields: [{ name: 'item', type: 'string' }] },
  ],
});

const { pages } = readingOfLines([
  ['Bill 4711', 'Bolts 3.00'],
  ['Nuts 9.00', 'Total 12.00'],
]);

let close: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

async function ask(behaviours: Behaviour[], settings: Partial<ModelSettings> = {}, windowCharacters?: number) {
  const server = await startModelServer(...behaviours);
  close = server.close;
  const all = {
    baseUrl: server.baseUrl,
    model: 'test-model',
    key: 'secret-key',
    backoffMs: 5,
    deadlineMs: 250_000,
    timeoutMs: 60_000,
    tries: 3,
    ...settings,
  };
  const input = { schema, pages, ...(windowCharacters ? { windowCharacters } : {}) };
  return { server, outcome: await askModel(all, input, AbortSignal.timeout(250_000)).catch((error: unknown) => error) };
}
const good = { number: '4711', total: 12, lines: [{ item: 'Bolts' }] };

describe('askModel', () => {
  it('sends the schema as structured output with the key, and counts tokens and cost', async () => {
    const { server, outcome } = await ask([behave.answer(good)], { prices: { input: 2, output: 10 } });
    expect(outcome).toMatchObject({
      answer: good,
      use: { requests: 1, prompt_tokens: 100, completion_tokens: 20, cost: 0.0004, error: null },
    });
    expect(server.keys).toEqual(['Bearer secret-key']);
    expect(server.questions[0]?.response_format.json_schema.schema).toMatchObject({ required: ['number', 'total', 'lines'] });
  });

  it('understands models that wrap their JSON in words', async () => {
    expect((await ask([behave.fenced(good)])).outcome).toMatchObject({ answer: good });
  });

  it.each([
    ['a busy endpoint', behave.status(429, { 'retry-after': '0' })],
    ['an endpoint in trouble', behave.status(503)],
    ['a broken connection', behave.reset()],
    ['a hanging endpoint', behave.hang()],
  ])('tries again after %s', async (_, trouble) => {
    const { server, outcome } = await ask([trouble, behave.answer(good)], { timeoutMs: 4_000 });
    expect(outcome).toMatchObject({ answer: good });
    expect(server.questions).toHaveLength(2);
  });

  it.each([
    ['bad JSON', behave.badJson(), 'not_json', 2],
    ['HTML', behave.html(), 'not_json', 2],
    ['a refusal', behave.refuse(), 'refusal', 1],
    ['a wrong key', behave.status(401), 'refused_request', 1],
    ['429 for ever', behave.status(429, { 'retry-after': '0' }), 'rate_limited', 3],
    ['no answer for ever', behave.hang(), 'timed_out', 3],
  ])('gives up in bounded tries after %s, without naming key or address', async (_, trouble, fault, requests) => {
    const { server, outcome } = await ask([trouble], { timeoutMs: 4_000 });
    expect(outcome).toMatchObject({ name: 'ModelError', fault });
    expect(server.questions).toHaveLength(requests);
    expect((outcome as Error).message).not.toMatch(/secret-key|127\.0\.0\.1/);
  });

  it('keeps what was read of a long document when the model fails later, and says how far it came', async () => {
    const { outcome } = await ask([behave.answer({ ...good, total: null }), behave.refuse()], {}, 25);
    expect(outcome).toMatchObject({ answer: { number: '4711' }, lastPage: 1, use: { requests: 2, prompt_tokens: 200 } });
    expect((outcome as { use: { error: string } }).use.error).toBe(
      'The language model refused to read this document. The model was asked about the first 1 of 2 parts of the document.',
    );
  });

  it('ends when the time of the document is over, however often it could ask again', async () => {
    const { outcome } = await ask([behave.hang()], { deadlineMs: 3_000, timeoutMs: 60_000, tries: 50 });
    expect(outcome).toMatchObject({ fault: 'timed_out', spent: { requests: 1 } });
  });

  it('counts tokens of answers that were of no use', async () => {
    const { outcome } = await ask([behave.refuse()]);
    expect(outcome).toMatchObject({ fault: 'refusal', spent: { requests: 1, promptTokens: 100, completionTokens: 20 } });
  });

  it('asks in halves when an answer is cut off', async () => {
    const { outcome } = await ask([
      behave.truncate(),
      behave.answer({ number: '4711', total: null, lines: [{ item: 'Bolts' }] }),
      behave.answer({ number: null, total: 12, lines: [{ item: 'Nuts' }] }),
    ]);
    expect(outcome).toMatchObject({ answer: { number: '4711', total: 12, lines: [{ item: 'Bolts' }, { item: 'Nuts' }] } });
  });

  it('asks about a long document in windows and puts the rows together', async () => {
    const { server, outcome } = await ask(
      [behave.answer({ ...good, total: null }), behave.answer({ number: 'other', total: 12, lines: [{ item: 'Nuts' }] })],
      {},
      25,
    );
    expect(server.questions).toHaveLength(2);
    expect(server.questions[1]?.messages[1]?.content).toContain('--- page 2 ---');
    expect(outcome).toMatchObject({ answer: { number: '4711', total: 12, lines: [{ item: 'Bolts' }, { item: 'Nuts' }] } });
  });
});
