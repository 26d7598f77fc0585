import { expect, test } from 'vitest';
import type { ExtractedValue, ExtractionResult, Value } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { findFlags } from './find-flags.ts';
import { extractedFields } from './merge-actions.ts';
import { type PassLimit, passesLimits } from './passes-limits.ts';

const field = (name: string, more: object = {}) => ({ name, type: 'string', label: '', description: '', required: false, ...more });
const SCHEMA = {
  fields: [field('number'), field('note'), field('lines', { type: 'rows', fields: [field('item'), field('size')] })],
  rules: [],
} as unknown as Pick<SchemaDraft, 'fields' | 'rules'>;
const SURE: PassLimit = { threshold: 0.9, mayBeEmpty: false };
const LIMITS = new Map<string, PassLimit>([
  ['number', SURE],
  ['note', { threshold: null, mayBeEmpty: true }],
  ['lines.item', SURE],
  ['lines.size', { threshold: 0.95, mayBeEmpty: true }],
]);

const value = (is: Value, confidence = 0.9): ExtractedValue => ({
  value: is,
  text: is === null ? null : String(is),
  confidence,
  evidence: [],
  candidates: [],
});
function passes(change: Record<string, unknown> = {}, limits = LIMITS): boolean {
  const lines = [
    { item: value('Nails'), size: value('M', 0.95) },
    { item: value('Screws'), size: value(null, 0) },
  ];
  const result = {
    fields: { number: value('A-1'), note: value(null, 0), lines, ...change },
    completeness: {},
    engine: 'test',
  } as ExtractionResult;
  const fields = extractedFields(SCHEMA, result);
  return passesLimits({ schema: SCHEMA, fields, flags: findFlags({ schema: SCHEMA, fields }) }, limits);
}

test('a document passes when each value reaches its field’s limit and what is empty may be', () => {
  expect(passes()).toBe(true);
  expect(passes({ number: value('A-1', 0.899) })).toBe(false);
  expect(passes({ number: value(null, 0) })).toBe(false);
  // nothing is known of notes that are there
  expect(passes({ note: value('fragile', 1) })).toBe(false);
});

test('every cell has to pass, and a table without rows does not', () => {
  expect(passes({ lines: [{ item: value('Nails'), size: value('M', 0.94) }] })).toBe(false);
  expect(passes({ lines: [{ item: value(null, 0), size: value('M', 0.95) }] })).toBe(false);
  expect(passes({ lines: [] })).toBe(false);
});

test('a flag, a value without a confidence, or a field without a limit needs a person', () => {
  expect(passes({ number: { ...value('A-1'), flags: ['not_on_page'] } })).toBe(false);
  expect(passes({ number: { ...value('A-1'), support: 'agrees' } })).toBe(false);
  expect(passes({}, new Map([...LIMITS].filter(([name]) => name !== 'note')))).toBe(false);
  expect(passes({}, new Map())).toBe(false);
});
