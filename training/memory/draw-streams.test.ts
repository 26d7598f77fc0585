import { expect, it } from 'vitest';
import { MEMORY_FEATURES } from '#lib/extraction/memory/describe-proposal.ts';
import { drawStreams } from './draw-streams.ts';
import { makeLayouts } from './make-layouts.ts';

const documents = makeLayouts(2);

it('makes documents whose values are printed, the same each time', async () => {
  const again = makeLayouts(2);
  for (const [at, { line, read, schema }] of documents.entries()) {
    const reading = await read();
    expect(await again[at]?.read()).toEqual(reading);
    expect(Object.keys(line.fields ?? {}).sort()).toEqual(schema.fields.map(({ name }) => name).sort());
    if (reading.pages[0]?.source === 'ocr') continue;
    const print = reading.pages.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');
    for (const [name, value] of Object.entries(line.fields ?? {}))
      if (typeof value === 'string' && !name.endsWith('_day')) expect(print).toContain(value);
  }
});

it('asks of each document what is proposed when others were approved before it, and knows which proposals are right', async () => {
  const questions = await drawStreams('made', documents);
  expect(questions.length).toBeGreaterThan(100);
  for (const { options } of questions) {
    expect(options.filter(({ isEngine }) => isEngine)).toHaveLength(1);
    for (const { vector } of options) expect(vector).toHaveLength(MEMORY_FEATURES.length);
  }
  const rightOf = (isIt: (option: (typeof questions)[number]['options'][number]) => boolean) =>
    questions.filter(({ options }) => options.some((option) => option.isRight && isIt(option))).length;
  // memory knows what the labels do not say
  expect(rightOf(() => true)).toBeGreaterThan(2 * rightOf(({ isEngine }) => isEngine));
});

it('remembers only documents of the same schema', async () => {
  const alone = await drawStreams('made', [documents[0]!, { ...documents[1]!, line: { ...documents[1]!.line, schema: 'another' } }]);
  expect(alone).toEqual([]);
});
