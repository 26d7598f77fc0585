import { expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '#lib/extraction/extract.ts';
import { loadWeights } from '#lib/extraction/scoring/load-weights.ts';
import type { Weights } from '#lib/extraction/scoring/weights.ts';
import { buildReading } from '#lib/extraction/testing/build-reading.ts';
import { PARTS, partOf } from './hold-out.ts';
import { madeDocuments } from './made-documents.ts';
import { questionsOf, syntheticQuestions } from './questions.ts';
import { learnDecisions, learnWeights, type TrainingOptions } from './train-extraction.ts';

const MADE = madeDocuments(22);

it('learns from synthetic documents alone weights that the product loads from their file and extracts with', {
  timeout: 900_000,
}, async () => {
  const lines: string[] = [];
  const options: TrainingOptions = {
    questions: syntheticQuestions(MADE),
    folders: [],
    made: MADE,
    trees: 12,
    version: 'test',
    say: (text) => lines.push(text),
  };
  const results = await learnDecisions(options);
  const file = JSON.stringify(learnWeights(options, results));
  const weights = loadWeights(JSON.parse(file) as Weights);
  const fields = [fieldSchema.parse({ name: 'invoice_number', type: 'string' }), fieldSchema.parse({ name: 'due_date', type: 'date' })];
  const reading = buildReading([
    [
      { text: 'Invoice', x: 40, y: 40, size: 18 },
      { text: 'Invoice number: RE-2031-0042', x: 40, y: 90 },
      { text: 'Due date: 2031-04-09', x: 40, y: 110 },
    ],
  ]);
  const answer = extract({ schema: { fields }, reading, weights });
  expect(answer.fields.invoice_number).toMatchObject({ value: 'RE-2031-0042' });
  expect(answer.fields.due_date).toMatchObject({ value: '2031-04-09' });
  // every document was judged by forests that did not see it, by issuer, by document and by kind
  expect(results.holdOuts.map(({ key, forests }) => [key, forests.length])).toEqual([
    ['issuer', PARTS],
    ['document', PARTS],
    ['kind', PARTS],
  ]);
  expect(lines.filter((line) => line.includes('part'))).toHaveLength(3 * PARTS);
});

it('makes the same questions every time, with a verdict on every candidate', () => {
  const questions = syntheticQuestions(madeDocuments(4));
  expect(syntheticQuestions(madeDocuments(4))).toEqual(questions);
  for (const { rows, exact, learn, values } of questions)
    expect([exact.length, learn.length, values.length]).toEqual(Array(3).fill(rows.length));
});

it('refuses a folder that is no set', async () => {
  await expect(questionsOf('training/extraction')).rejects.toThrow('truth.jsonl');
});

it('puts a name into the same part on every machine, and names into all parts', () => {
  expect(partOf('made-up-invoice-0')).toBe(3);
  expect(partOf('made-up-record-1')).toBe(4);
  expect(new Set(Array.from({ length: 100 }, (_, index) => partOf(`issuer ${index}`))).size).toBe(PARTS);
});
