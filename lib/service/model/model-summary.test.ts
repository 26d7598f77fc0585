import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { summarise } from '#lib/extraction/summarise.ts';
import { readingOfLines } from '#lib/extraction/testing/reading-of-lines.ts';
import { readConfig } from '#lib/platform/config.ts';
import { createLog } from '#lib/platform/log.ts';
import { createExtractionPool } from '../engine/extraction-pool.ts';
import type { ExtractionTask } from '../engine/extraction-task.ts';
import { askSummary } from './ask-summary.ts';
import type { ModelSettings } from './chat.ts';
import { modelSummary } from './model-summary.ts';
import { type Behaviour, behave, startModelServer } from './testing/model-server.ts';

const LINES = [
  'This agreement is made between the mill and the bakery about the supply of flour.',
  'The mill delivers forty tonnes of flour in each month of the year.',
  'The bakery pays for the flour within thirty days of the delivery.',
  'The agreement ends when either of them says so before the end of a year.',
  'The drivers of the mill find the gate of the bakery open in the morning.',
  'Sacks that got wet on the way are taken back by the mill.',
];
const PROVED = { text: 'The bakery buys flour of the mill.', quote: 'between the mill and the bakery about the supply of flour' };
const INVENTED = { text: 'The mill grants a discount.', quote: 'The mill grants a discount of five percent on every order' };

const pool = createExtractionPool(readConfig({ COUNTERSIGN_ROOT: process.cwd(), COUNTERSIGN_READING_PROCESSES: '1' }));
afterAll(() => pool.stop());
let close: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

/** Only an endpoint that never answers is given up soon: a busy machine may take its time. */
const isHanging = (behaviour: Behaviour) => behaviour.toString() === behave.hang().toString();

async function settingsFor(behaviours: Behaviour[]) {
  const server = await startModelServer(...behaviours);
  close = server.close;
  const settings: ModelSettings = {
    baseUrl: server.baseUrl,
    model: 'test-model',
    key: 'secret-key',
    deadlineMs: 250_000,
    backoffMs: 5,
    timeoutMs: behaviours.some(isHanging) ? 4_000 : 60_000,
    tries: 2,
  };
  return { server, settings };
}

async function summaryOf(...behaviours: Behaviour[]) {
  const { server, settings } = await settingsFor(behaviours);
  const reading = readingOfLines([LINES]);
  const local = { ...summarise(reading, {}), key_facts: [], schema_name: null };
  const task: ExtractionTask = { kind: 'summary', reading, name: 'agreement.txt', schema: null, options: {} };
  const log = createLog({ level: 'error', format: 'json', program: 'test' });
  const result = await modelSummary(settings, task, local, { pool, signal: AbortSignal.timeout(250_000), log });
  return { server, local, result };
}

describe('a summary by a language model', () => {
  it('is in its own words, each sentence with the passage that backs it', async () => {
    const { server, result } = await summaryOf(behave.answer({ sentences: [PROVED] }));
    expect(result).toMatchObject({
      text: PROVED.text,
      sentences: [{ text: PROVED.text, evidence: [{ page: 1, text: expect.stringContaining('the mill and the bakery') }] }],
      note: null,
      engine: 'test-model',
      model_use: { requests: 1, prompt_tokens: 100, error: null },
    });
    expect(server.questions[0]?.messages[1]?.content).toContain('supply of flour');
  });

  it('leaves out sentences with invented quotes, and says how many', async () => {
    const { result } = await summaryOf(behave.answer({ sentences: [PROVED, INVENTED] }));
    expect(result).toMatchObject({ text: PROVED.text, note: expect.stringMatching(/^One sentence .* left out/) });
  });

  it.each([
    ['only invented quotes', behave.answer({ sentences: [INVENTED] }), /nothing in the document backs it/],
    ['no sentences', behave.answer({ sentences: [] }), /nothing in the document backs it/],
    ['something else', behave.answer({ sentences: 'a text', total: 3 }), /nothing in the document backs it/],
    ['bad JSON', behave.badJson(), /did not answer/],
    ['HTML', behave.html(), /did not answer in JSON/],
    ['a refusal', behave.refuse(), /refused/],
    ['429 for ever', behave.status(429, { 'retry-after': '0' }), /busy/],
    ['no answer for ever', behave.hang(), /too long/],
    ['a broken connection', behave.reset(), /cannot be reached/],
    ['answers that are cut off for ever', behave.truncate(), /cut off/],
    ['a wrong key', behave.status(401), /refused the request/],
  ])('gives way to the document’s own sentences after %s, with the reason and no secret', async (_, behaviour, reason) => {
    const { local, result } = await summaryOf(behaviour);
    expect(local.sentences.length).toBeGreaterThan(0);
    expect(result).toMatchObject({
      text: local.text,
      sentences: local.sentences,
      engine: local.engine,
      note: expect.stringMatching(reason),
    });
    expect(JSON.stringify(result)).not.toMatch(/secret-key|127\.0\.0\.1/);
  });

  it('tries again after trouble that passes', async () => {
    const { server, result } = await summaryOf(behave.status(503), behave.answer({ sentences: [PROVED] }));
    expect(result).toMatchObject({ text: PROVED.text, note: null });
    expect(server.questions).toHaveLength(2);
  });

  it('asks about a long document in parts', async () => {
    const { server, settings } = await settingsFor([behave.answer({ sentences: [PROVED] })]);
    const { pages } = readingOfLines([LINES]);
    const { sentences } = await askSummary(settings, { pages, maxSentences: 4, windowCharacters: 250 }, AbortSignal.timeout(250_000));
    expect(server.questions.length).toBeGreaterThan(1);
    expect(sentences).toHaveLength(server.questions.length);
    expect(server.questions[0]?.messages[1]?.content).toMatch(/one of \d parts .* At most 2 sentences/s);
  });
});
