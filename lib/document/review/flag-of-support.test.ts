import { expect, test } from 'vitest';
import type { ExtractedValue, ExtractionResult, Support, Value } from '#lib/contract/service/extraction.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { findFlags } from './find-flags.ts';
import { mergeActions } from './merge-actions.ts';

const schema = schemaDraftSchema.parse({
  name: 'Invoice',
  fields: [
    { name: 'number', type: 'string' },
    { name: 'total', type: 'money' },
  ],
});
const place = { page: 1, box: null, text: 'x' };
const bare = (value: Value, support: Support, more: Partial<ExtractedValue> = {}): ExtractedValue => ({
  value,
  text: null,
  confidence: 0,
  support,
  evidence: [place],
  candidates: [],
  ...more,
});

function flagsOf(number: ExtractedValue, total: ExtractedValue, actions: Parameters<typeof mergeActions>[0]['actions'] = []) {
  const result: ExtractionResult = { fields: { number, total }, completeness: {}, engine: 'remote' };
  return findFlags({ schema, fields: mergeActions({ schema, result, actions }) }).map(({ pointer, reason, message }) => [
    pointer,
    reason,
    message,
  ]);
}

test('values without a confidence that are borne out have no flag', () => {
  expect(flagsOf(bare('A-17', 'agrees'), bare(1240, 'labelled'))).toEqual([]);
});

test('where the engine reads another value the flag tells both', () => {
  const candidates = [{ value: 1204, text: null, confidence: 0.9, evidence: [] }];
  expect(
    flagsOf(bare(null, 'differs', { candidates: [{ ...candidates[0]!, value: 'A-17' }] }), bare(1240, 'differs', { candidates })),
  ).toEqual([
    ['/number', 'engines_differ', 'The document service found nothing; the desk’s own engine reads “A-17”.'],
    ['/total', 'engines_differ', 'The document service says “1\u202f240.00”; the desk’s own engine reads “1\u202f204.00”.'],
  ]);
});

test('a value that nothing confirms is flagged, with one flag where it is not on the page', () => {
  const lost = bare(1240, 'alone', { evidence: [], flags: ['not_on_page'] });
  expect(flagsOf(bare('A-17', 'alone'), lost).map(([pointer, reason]) => [pointer, reason])).toEqual([
    ['/number', 'unconfirmed'],
    ['/total', 'not_on_page'],
  ]);
});

test('a document that could not be read here has one flag until a person has looked at all values', () => {
  const [number, total] = [bare('A-17', 'alone', { evidence: [] }), bare(1240, 'alone', { evidence: [] })];
  const confirm = (pointer: string, sequence: number) => ({
    id: `00000000-0000-4000-8000-00000000000${sequence}`,
    sequence,
    actor: { id: 'a', name: 'A' },
    at: '2026-01-01T00:00:00.000Z',
    draft: { kind: 'confirm' as const, pointer },
  });
  expect(flagsOf(number, total).map(([pointer, reason]) => [pointer, reason])).toEqual([['', 'unconfirmed']]);
  expect(flagsOf(number, total, [confirm('/number', 1)])).toHaveLength(1);
  expect(flagsOf(number, total, [confirm('/number', 1), confirm('/total', 2)])).toEqual([]);
});

test('amounts that nothing else confirms need no flag where they add up, stand on the page, and are not the same twice', () => {
  const sums = schemaDraftSchema.parse({
    name: 'Invoice',
    fields: ['net', 'tax', 'total'].map((name) => ({ name, type: 'money' })),
    rules: [{ formula: 'total = net + tax', message: 'Net and tax do not add up.' }],
  });
  const flagged = (net: number, tax: number, total: number, more: Partial<ExtractedValue> = {}) => {
    const fields = { net: bare(net, 'alone'), tax: bare(tax, 'alone'), total: bare(total, 'alone', more) };
    const merged = mergeActions({ schema: sums, result: { fields, completeness: {}, engine: 'remote' }, actions: [] });
    return findFlags({ schema: sums, fields: merged }).map(({ pointer, reason }) => [pointer, reason]);
  };
  const all = ['/net', '/tax', '/total'].map((pointer) => [pointer, 'unconfirmed']);
  expect(flagged(100, 19, 119)).toEqual([]);
  expect(flagged(100, 0, 100)).toEqual(all);
  expect(flagged(100, 19, 120)).toEqual([...all, ['/total', 'rule_broken']]);
  expect(flagged(100, 19, 119, { evidence: [] })).toEqual([['/total', 'unconfirmed']]);
});

test.each([
  ['total >= net + tax', []],
  ['count(lines.amount) = number', [4, 5, 6]],
  ['max(net, tax, total) = total', []],
  ['round(total / 1000) = round((net + tax) / 1000)', []],
])('%s holds and bears out nothing', (formula, amounts) => {
  const sums = schemaDraftSchema.parse({
    name: 'Invoice',
    fields: [
      ...['net', 'tax', 'total', 'number'].map((name) => ({ name, type: 'money' })),
      { name: 'lines', type: 'rows', fields: [{ name: 'amount', type: 'money' }] },
    ],
    rules: [{ formula, message: '' }],
  });
  const values = { net: bare(100, 'alone'), tax: bare(19, 'alone'), total: bare(119, 'alone'), number: bare(3, 'alone') };
  const fields = { ...values, lines: amounts.map((amount) => ({ amount: bare(amount, 'alone') })) };
  const merged = mergeActions({ schema: sums, result: { fields, completeness: {}, engine: 'remote' }, actions: [] });
  expect(findFlags({ schema: sums, fields: merged }).map(({ reason }) => reason)).toEqual(Array(4 + amounts.length).fill('unconfirmed'));
});

test('of a table that is too long for every cell to be looked at, none is borne out', () => {
  const sums = schemaDraftSchema.parse({
    name: 'Invoice',
    fields: [
      { name: 'total', type: 'money' },
      { name: 'lines', type: 'rows', fields: [{ name: 'amount', type: 'money' }] },
    ],
    rules: [{ formula: 'total = sum(lines.amount)', message: '' }],
  });
  const flags = (rows: number) => {
    const fields = { total: bare(rows * 2, 'alone'), lines: Array.from({ length: rows }, () => ({ amount: bare(2, 'alone') })) };
    return findFlags({
      schema: sums,
      fields: mergeActions({ schema: sums, result: { fields, completeness: {}, engine: 'remote' }, actions: [] }),
    });
  };
  expect(flags(60)).toHaveLength(0);
  expect(flags(61)).toHaveLength(62);
});
