import { expect, test } from 'vitest';
import { type ExtractionResult, extractionResultSchema } from '#lib/contract/service/extraction.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { judgeResult } from './judge-result.ts';

const schema = schemaDraftSchema.parse({
  name: 'Invoice',
  fields: [
    { name: 'number', type: 'string', required: true },
    { name: 'net', type: 'money' },
    { name: 'tax', type: 'money' },
    { name: 'total', type: 'money' },
    { name: 'issued', type: 'date' },
    { name: 'due', type: 'date' },
  ],
  rules: [{ formula: 'total = net + tax', message: 'The sums do not fit.' }, { formula: 'due <= issued + 30' }, { formula: 'tax >= 0' }],
});

function result(values: Record<string, string | number | null>, confidence = 0.9): ExtractionResult {
  const fields = Object.entries(values).map(([name, value]) => [
    name,
    { value, text: null, confidence: name === 'total' ? 0.6 : confidence, evidence: [], candidates: [] },
  ]);
  return { fields: Object.fromEntries(fields), completeness: {}, engine: 'test' };
}

test('tells which rules hold, which are broken and by which value, and what is missing', () => {
  const given = result({ number: null, net: 100, tax: 19, total: 191, issued: '2031-01-01', due: '2031-03-01' });
  const verdicts = judgeResult(schema, given);
  expect(verdicts.rules.map(({ holds }) => holds)).toEqual([false, false, true]);
  expect(verdicts.rules[0]?.broken).toEqual([
    {
      row: null,
      left: 191,
      right: 119,
      pointers: ['/total', '/net', '/tax'],
      proposals: expect.arrayContaining([{ pointer: '/total', value: 119 }]),
    },
  ]);
  expect(verdicts.findings).toContainEqual({ pointer: '/number', reason: 'required_missing', message: 'Required, but nothing was found.' });
  expect(verdicts.findings).toContainEqual({ pointer: '/total', reason: 'rule_broken', message: 'The sums do not fit.', proposal: 119 });
  expect(verdicts.findings.map(({ reason }) => reason)).not.toContain('low_confidence');
  expect(extractionResultSchema.parse({ ...given, verdicts }).verdicts).toEqual(verdicts);
});

test('says nothing of rules whose values are missing', () => {
  const verdicts = judgeResult(schema, result({ number: 'A1', net: null, tax: null, total: 5, issued: null, due: null }));
  expect(verdicts.rules.map(({ holds, problem }) => [holds, problem])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
  expect(verdicts.findings).toEqual([]);
});
